package cli

import "github.com/spf13/cobra"

// examples are shown in the help of the commands, one a line.
func examples() map[string]string {
	return map[string]string{
		"muisto": `muisto
muisto "When is the launch?"
muisto --profile work --new`,
		"muisto say": `muisto say "The launch is on Friday."
git diff | muisto say "What does this change?" -f -
muisto say --new --json "Hello"`,
		"muisto import": `muisto import export.zip --dry-run
muisto import ~/.claude/projects
muisto import backup.jsonl --restore --db new.db`,
		"muisto export": `muisto export -o memory.jsonl
muisto export --format md -o memory.md`,
		"muisto capture": `muisto capture
muisto capture --explain`,
		"muisto sleep": `muisto sleep
muisto sleep --pass night`,
		"muisto moments": `muisto moments
muisto moments --json`,
		"muisto facts": `muisto facts
muisto facts --all
muisto facts correct f3 "The launch is on Monday."`,
		"muisto facts correct": `muisto facts correct f3 "The launch is on Monday."`,
		"muisto facts add":     `muisto facts add "I'm allergic to peanuts."`,
		"muisto facts keep": `muisto facts keep e12
muisto facts keep e12 "The user eats no fish."`,
		"muisto facts hide":    `muisto facts hide e12`,
		"muisto facts confirm": `muisto facts confirm f3`,
		"muisto facts retire":  `muisto facts retire f3`,
		"muisto facts undo":    `muisto facts undo`,
		"muisto recall": `muisto recall "the launch"
muisto recall -k 3 --json "Who is Tomas?"`,
		"muisto erase": `muisto erase e12
muisto erase f3 e12 --yes
muisto erase --about Tomas`,
		"muisto mcp": `muisto mcp
muisto mcp --db work.db`,
		"muisto config":            `muisto config`,
		"muisto config edit":       `muisto config edit`,
		"muisto config check":      `muisto config check --config new.toml`,
		"muisto config key":        `muisto config key set`,
		"muisto config key set":    `muisto config key set < key.txt`,
		"muisto config key delete": `muisto config key delete`,
		"muisto doctor": `muisto doctor
muisto doctor --backup copy.db
muisto doctor --repair`,
		"muisto sessions": `muisto sessions
muisto sessions --filter launch --limit 5`,
		"muisto sessions rename": `muisto sessions rename 20260518-091400-KJSC6H "The launch"`,
		"muisto sessions hide":   `muisto sessions hide 20260518-091400-KJSC6H`,
		"muisto sessions show":   `muisto sessions show 20260518-091400-KJSC6H`,
		"muisto stats":           `muisto stats --days 7`,
		"muisto demo":            `muisto demo`,
		"muisto lab":             `muisto lab`,
		"muisto man":             `muisto man > ~/.local/share/man/man1/muisto.1`,
	}
}

// giveExamples puts the examples into the help of a command and of those under it.
func giveExamples(cmd *cobra.Command, of map[string]string) {
	cmd.Example = of[cmd.CommandPath()]
	for _, sub := range cmd.Commands() {
		giveExamples(sub, of)
	}
}
