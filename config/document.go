package config

import (
	"fmt"
	"strings"
)

// DefaultText is a settings file that names and explains every setting and
// sets none: each line with a value is commented out and shows the default.
func DefaultText() string {
	var b strings.Builder
	b.WriteString("# Settings of muisto. Take the # away from a line to set it.\n")
	section := ""
	for _, s := range settings() {
		head, name, _ := strings.Cut(s.key, ".")
		if head != section {
			section = head
			fmt.Fprintf(&b, "\n[%s]\n", section)
		}
		b.WriteByte('\n')
		for _, line := range s.doc {
			fmt.Fprintf(&b, "# %s\n", line)
		}
		fmt.Fprintf(&b, "# %s = %s\n", name, shown(s.preset))
	}
	b.WriteString(elsewhere)
	return b.String()
}

// elsewhere tells of the settings that "muisto config" lists.
const elsewhere = `
# A colour for each role: "#rrggbb", a number from 0 to 255 or a name such as
# "bright-blue". On dark and on light ground apart:
# accent={dark="#a8c8c0", light="#19594f"}. "muisto config" lists the roles.
[ui.colors]
# accent = "#a8c8c0"

# Keys for each action; [] for none. "muisto config" lists the actions, F1 in the
# chat tells what they do.
[keys]
# why = ["ctrl+o"]

# A profile has a memory of its own, and what is set for it in its own sections:
# [profiles.work.model] for what [model] sets. "muisto --profile work" takes it.
`
