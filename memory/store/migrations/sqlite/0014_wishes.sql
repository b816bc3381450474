-- 1: the fact is a wish, how the user wants the agent to be. Its kind is then
-- 'world', since the check of an older column cannot be widened in place.
ALTER TABLE facts ADD COLUMN wish INTEGER NOT NULL DEFAULT 0 CHECK (wish IN (0, 1));
CREATE TRIGGER facts_keep_wish BEFORE UPDATE OF wish ON facts
WHEN (SELECT open FROM guard) = 0
BEGIN SELECT RAISE(ABORT, 'the text of a fact never changes'); END;

-- What was refused is looked up before each pass.
CREATE INDEX pass_groups_refused ON pass_groups (outcome) WHERE outcome = 'refused';
