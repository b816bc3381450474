package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"muisto/config"
)

// TestEverySettingIsDocumented holds docs/configuration.md to what can be set,
// and to the defaults.
func TestEverySettingIsDocumented(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "docs", "configuration.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	s := config.Sources{Names: names(), Paths: config.Paths{File: filepath.Join(t.TempDir(), "none.toml"), Database: "/m.db"}}
	c, err := config.Load(s)
	if err != nil {
		t.Fatal(err)
	}
	all, err := c.Origins(s)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]bool{}
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "| `") {
			rows[strings.Split(line, "`")[1]] = true
		}
	}
	for _, setting := range all {
		section, name := setting.Key[:strings.LastIndexByte(setting.Key, '.')], setting.Key[strings.LastIndexByte(setting.Key, '.')+1:]
		row := "| `" + setting.Key + "` |"
		switch v := setting.Value.(type) {
		case config.Colour:
			row = fmt.Sprintf("| `%s` | `%s` | `%s` |", name, v.Dark, v.Light)
		case []string:
			row = "| `" + name + "` | `" + strings.Join(v, "` `") + "` |"
		}
		if section == "keys" || section == "ui.colors" {
			delete(rows, name)
		} else {
			delete(rows, setting.Key)
		}
		if !strings.Contains(page, row) {
			t.Errorf("docs/configuration.md has no %s", row)
		}
	}
	for name := range rows {
		t.Errorf("docs/configuration.md has %s, which is no setting", name)
	}
}
