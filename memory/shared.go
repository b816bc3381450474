package memory

import "strings"

// Shared words what somebody shows without saying it themselves: a quotation, a
// forwarded mail, a text to be worked on.
func Shared(by Role, what string) string {
	return sharedBy(by) + what + "”"
}

// OnlyShared reports whether a moment tells what its actor showed. That is
// nobody's word.
func (e Episode) OnlyShared() bool {
	return strings.HasPrefix(e.What, sharedBy(RoleUser)) || strings.HasPrefix(e.What, sharedBy(RoleAssistant))
}

func sharedBy(by Role) string {
	if by == RoleAssistant {
		return "The agent shared: “"
	}
	return "The user shared: “"
}
