package ui

// written is what the person wrote earlier, newest first, and how far ↑ has
// gone back in it.
type written struct {
	texts []string
	back  int // 1 is the newest; 0 is none
}

func (w *written) add(text string) {
	if len(w.texts) == 0 || w.texts[0] != text {
		w.texts = append([]string{text}, w.texts...)
	}
	if len(w.texts) > maxWritten {
		w.texts = w.texts[:maxWritten]
	}
	w.back = 0
}

// earlier shows what was written before what is shown, later what came after
// it. They report false where the key should do its other work.
func (m *model) earlier() bool {
	if m.composer.Empty() {
		m.written.back = 0
		if m.queued != nil {
			m.composer.PutBack(*m.queued)
			m.queued = nil
			return true
		}
	} else if !m.browsing() {
		return false
	}
	if m.written.back >= len(m.written.texts) {
		return true
	}
	m.written.back++
	m.composer.SetText(m.written.texts[m.written.back-1])
	return true
}

func (m *model) later() bool {
	if !m.browsing() {
		return false
	}
	m.written.back--
	if m.written.back == 0 {
		m.composer.Reset()
		return true
	}
	m.composer.SetText(m.written.texts[m.written.back-1])
	return true
}

// browsing reports whether what is in the composer is an earlier thing, as it
// was.
func (m *model) browsing() bool {
	b := m.written.back
	return b > 0 && b <= len(m.written.texts) && m.composer.Text() == m.written.texts[b-1]
}
