package transcript

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// codeLine is a line of a session of Claude Code.
func codeLine(id, kind, rest string) string {
	return fmt.Sprintf(`{"parentUuid":null,"isSidechain":false,"type":%q,"uuid":%q,"sessionId":"s1","timestamp":"2026-05-18T09:14:00.%03dZ",%s}`, kind, id, len(id), rest) + "\n"
}

func human(content string) string {
	return fmt.Sprintf(`"message":{"role":"user","content":%q}`, content)
}

func answered(parts string) string {
	return `"message":{"id":"msg","role":"assistant","model":"m","content":[` + parts + `]}`
}

func TestASessionOfClaudeCode(t *testing.T) {
	session := `{"type":"summary","summary":"Fixing the boiler","leafUuid":"u2"}` + "\n" +
		`{"type":"file-history-snapshot","messageId":"x","snapshot":{}}` + "\n" +
		codeLine("u1", "user", human("Where is the boiler?")) +
		codeLine("a1", "assistant", answered(`{"type":"thinking","thinking":"hm"}`)) +
		codeLine("a2", "assistant", answered(`{"type":"text","text":"In the cellar."},{"type":"tool_use","id":"t","name":"Read","input":{"text":"secret"}}`)) +
		codeLine("u2", "user", `"toolUseResult":{},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"file text"}]}`) +
		codeLine("u3", "user", `"message":{"role":"user","content":[{"type":"text","text":"<system-reminder>\nbe brief\n</system-reminder>"},{"type":"text","text":"Thanks. I moved to Turku.\n<system-reminder>x</system-reminder>"}]}`) +
		codeLine("u4", "user", `"isMeta":true,`+human("Caveat: hidden")) +
		codeLine("u5", "user", human("<command-name>/clear</command-name>\n<command-message>clear</command-message>\n<command-args></command-args>")) +
		codeLine("u6", "user", human("<command-name>/plan</command-name><command-args>a trip to Bergen</command-args>")) +
		codeLine("u7", "user", human("<local-command-stdout>done</local-command-stdout>")) +
		codeLine("u8", "user", human("[Request interrupted by user]")) +
		codeLine("u9", "user", `"isCompactSummary":true,`+human("This session is being continued")) +
		codeLine("ua", "user", `"isSidechain":true,`+human("You are a subagent")) +
		codeLine("ab", "assistant", `"isSidechain":true,`+answered(`{"type":"text","text":"sub"}`)) +
		codeLine("ac", "assistant", `"isApiErrorMessage":true,`+answered(`{"type":"text","text":"API Error"}`)) +
		codeLine("ud", "user", human("a <b> tag and <system-reminder> without an end")) +
		`{"type":"queue-operation","operation":"enqueue","sessionId":"s1"}` + "\n" + `{"type":"user","uu`
	const want = "Where is the boiler?|In the cellar.|Thanks. I moved to Turku.|a trip to Bergen|a <b> tag and"
	resumed := strings.ReplaceAll(codeLine("u1", "user", human("Where is the boiler?"))+codeLine("v1", "user", human("And now?")), `"s1"`, `"s2"`)
	folder := folderOf(t, entry{"-home-x/s1.jsonl", session}, entry{"-home-x/s2.jsonl", resumed}, entry{"-home-x/s1/subagents/agent-1.jsonl", codeLine("z", "user", `"isSidechain":true,`+human("sub"))}, entry{"notes.jsonl", `{"a":1}`})
	for name, test := range map[string]struct{ path, want string }{
		"a file": {fileOf(t, "s1.jsonl", session), want}, "a folder": {folder, want + "|And now?"}, "a project": {filepath.Join(folder, "-home-x"), want + "|And now?"},
	} {
		f, list, err := read(t, test.path, ClaudeCode)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var texts []string
		for _, m := range list {
			texts = append(texts, m.Text)
		}
		if got := strings.Join(texts, "|"); got != test.want || f.Format() != ClaudeCode {
			t.Errorf("%s: %q", name, got)
		}
		if list[0].Conversation != "s1" || list[0].ID != "u1" || list[0].At.Minute() != 14 || f.Title("s1") != "Fixing the boiler" {
			t.Errorf("%s: %+v, called %q", name, list[0], f.Title("s1"))
		}
	}
}

func codexAt(second int, kind, payload string) string {
	return fmt.Sprintf(`{"timestamp":"2026-05-18T09:14:%02dZ","type":%q,"payload":{%s}}`, second, kind, payload) + "\n"
}

func codexSaid(second int, role, text string) string {
	kind := "input_text"
	if role == "assistant" {
		kind = "output_text"
	}
	return codexAt(second, "response_item", fmt.Sprintf(`"type":"message","role":%q,"content":[{"type":%q,"text":%q}]`, role, kind, text))
}

func TestASessionOfCodex(t *testing.T) {
	meta := codexAt(0, "session_meta", `"id":"c1","timestamp":"2026-05-18T09:14:00Z","cwd":"/x","source":"cli"`)
	events := meta + codexAt(0, "session_meta", `"id":"c0"`) +
		codexSaid(1, "developer", "rules") + codexSaid(1, "user", "# AGENTS.md instructions for /x\n<INSTRUCTIONS>…</INSTRUCTIONS>") +
		codexSaid(1, "user", "<environment_context>\n<cwd>/x</cwd>\n</environment_context>") +
		codexSaid(2, "user", "Where is the boiler?") + codexAt(2, "event_msg", `"type":"user_message","message":"Where is the boiler?","kind":"plain"`) +
		codexAt(3, "event_msg", `"type":"agent_reasoning","text":"hm"`) + codexAt(3, "response_item", `"type":"function_call","name":"shell","arguments":"{}"`) +
		codexAt(4, "response_item", `"type":"function_call_output","output":"file text"`) +
		codexAt(5, "event_msg", `"type":"agent_message","message":"In the cellar."`) + codexSaid(5, "assistant", "In the cellar.") +
		codexAt(6, "event_msg", `"type":"token_count","info":null`) + codexAt(6, "compacted", `"message":"x"`)
	items := meta + codexSaid(1, "user", "<user_instructions>x</user_instructions>") + codexSaid(2, "user", "Where is the boiler?") + codexSaid(3, "assistant", "In the cellar.")
	mixed := meta + codexSaid(2, "user", "Where is the boiler?") + codexAt(2, "event_msg", `"type":"user_message","message":"# Context from my IDE setup:\n\n## My request for Codex:\nWhere is the boiler?"`) + codexSaid(3, "assistant", "In the cellar.")
	old := `{"id":"c1","timestamp":"2026-05-18T09:14:00Z","instructions":null}` + "\n" + `{"record_type":"state"}` + "\n" +
		`{"type":"message","role":"user","content":[{"type":"input_text","text":"Where is the boiler?"}]}` + "\n" +
		`{"type":"reasoning","summary":[]}` + "\n" + `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"In the cellar."}]}`
	for name, path := range map[string]string{
		"with events": fileOf(t, "r.jsonl", events), "with items alone": fileOf(t, "r.jsonl", items), "with events of one side": fileOf(t, "r.jsonl", mixed),
		"of an older version": fileOf(t, "r.jsonl", old), "in folders": folderOf(t, entry{"2026/05/18/rollout-a.jsonl", events}),
	} {
		f, list, err := read(t, path, Auto)
		if err != nil || textsOf(list) != "Where is the boiler? In the cellar." || f.Format() != Codex {
			t.Errorf("%s: %q, %v", name, textsOf(list), err)
			continue
		}
		if list[0].Conversation != "c1" || list[0].ID == "" || list[0].ID == list[1].ID || list[0].At.Year() != 2026 {
			t.Errorf("%s: %+v", name, list[0])
		}
	}
	_, list, err := read(t, fileOf(t, "r.jsonl", strings.Replace(events, `"source":"cli"`, `"source":{"subagent":"review"}`, 1)), Codex)
	if err != nil || len(list) != 0 {
		t.Errorf("a subagent's: %v, %v", list, err)
	}
}
