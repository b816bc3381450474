package cli

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func everyCommand(cmd *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{cmd}
	for _, sub := range cmd.Commands() {
		all = append(all, everyCommand(sub)...)
	}
	return all
}

// TestEveryHelpHasExamplesThatWork takes each example apart as the program does.
func TestEveryHelpHasExamplesThatWork(t *testing.T) {
	given := examples()
	for _, cmd := range everyCommand(newRoot()) {
		path := cmd.CommandPath()
		if cmd.Example == "" {
			t.Errorf("%s has no example", path)
		}
		delete(given, path)
		for line := range strings.Lines(cmd.Example) {
			line = strings.TrimSpace(line[strings.LastIndex(line, "|")+1:])
			line, _, _ = strings.Cut(strings.NewReplacer(" > ", " # ", " < ", " # ").Replace(line), " # ")
			words := split(line)
			if len(words) == 0 || words[0] != "muisto" {
				t.Fatalf("%s: %q does not call muisto", path, line)
			}
			root := newRoot()
			found, rest, err := root.Find(words[1:])
			if err == nil {
				err = found.ParseFlags(rest)
			}
			if err == nil {
				err = found.ValidateArgs(found.Flags().Args())
			}
			if err != nil || !strings.HasPrefix(found.CommandPath(), path) {
				t.Errorf("%s: %q calls %s: %v", path, line, found.CommandPath(), err)
			}
		}
	}
	for path := range given {
		t.Errorf("there are examples of %s, and no such command", path)
	}
}

// split cuts a line at spaces outside of double quotes.
func split(line string) []string {
	var words []string
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}

func TestFlagsThatAreListedAsUsedAreThere(t *testing.T) {
	root := newRoot()
	for _, cmd := range everyCommand(root) {
		for _, name := range usedFlags(cmd.CommandPath()) {
			if root.PersistentFlags().Lookup(name) == nil {
				t.Errorf("%s goes by --%s, which is not there", cmd.CommandPath(), name)
			}
		}
	}
	root.PersistentFlags().VisitAll(func(f *pflag.Flag) {
		used := slices.ContainsFunc(everyCommand(root), func(c *cobra.Command) bool { return slices.Contains(usedFlags(c.CommandPath()), f.Name) })
		if !used || f.Hidden {
			t.Errorf("--%s is in no help", f.Name)
		}
	})
}

func TestAnErrorBeginsSmall(t *testing.T) {
	for text, want := range map[string]string{
		"There is no API key for h. Set one.": "muisto: there is no API key for h. Set one.\n",
		"README.md: not there":                "muisto: README.md: not there\n",
		"Notes.txt is not text":               "muisto: Notes.txt is not text\n",
		"TLS failed":                          "muisto: TLS failed\n",
		"x":                                   "muisto: x\n",
		"Élan vital":                          "muisto: élan vital\n",
	} {
		var out strings.Builder
		complain(&out, errors.New(text))
		if out.String() != want {
			t.Errorf("%q becomes %q", text, out.String())
		}
	}
}
