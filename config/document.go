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
	return b.String()
}
