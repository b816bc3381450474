package ui

// maxSpoken bounds how many sentences are kept as they are shown.
const maxSpoken = 4096

// spoken shows sentences about the user as spoken to them, and keeps what it has
// worked out: the same rows are drawn at every key.
type spoken struct {
	say  func(string) string
	kept map[string]string
}

func (s *spoken) of(text string) string {
	if s.say == nil {
		return text
	}
	if said, ok := s.kept[text]; ok {
		return said
	}
	if s.kept == nil || len(s.kept) >= maxSpoken {
		s.kept = map[string]string{}
	}
	said := s.say(text)
	s.kept[text] = said
	return said
}
