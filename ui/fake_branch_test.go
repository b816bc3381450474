package ui

import (
	"context"
	"slices"

	"muisto/chat"
	"muisto/memory"
)

// standInstead takes what the next message stands in the place of, and what
// came after that, out of what is shown.
func (f *fake) standInstead() {
	f.mu.Lock()
	defer f.mu.Unlock()
	at := slices.IndexFunc(f.messages, func(e Entry) bool { return e.Key == f.instead })
	if f.instead == 0 || at < 0 {
		return
	}
	if f.branches == nil {
		f.branches = map[int64][]Entry{}
	}
	f.branches[f.instead] = slices.Clone(f.messages[at:])
	f.messages = f.messages[:at]
}

// comes notes that a message stands in the place of f.instead, and gives all
// that stand there.
func (f *fake) comes(key int64) []int64 {
	if f.instead == 0 {
		return nil
	}
	at := slices.IndexFunc(f.versions, func(v []int64) bool { return slices.Contains(v, f.instead) })
	if at < 0 {
		at = len(f.versions)
		f.versions = append(f.versions, []int64{f.instead})
	}
	f.instead = 0
	f.versions[at] = append(f.versions[at], key)
	return slices.Clone(f.versions[at])
}

func (f *fake) branchesOf(key int64) []int64 {
	for _, v := range f.versions {
		if slices.Contains(v, key) {
			return slices.Clone(v)
		}
	}
	return nil
}

func (f *fake) SayInstead(ctx context.Context, instead int64, text string) error {
	f.call("say %s instead of %d", text, instead)
	if f.sayErr != nil {
		return f.sayErr
	}
	f.instead = instead
	f.standInstead()
	m := f.add(memory.RoleUser, text, f.Now())
	f.events <- chat.Said{Message: m, Instead: instead, Branches: f.branchesOf(m.Key)}
	return f.answer(ctx)
}

func (f *fake) ShowBranch(_ context.Context, key int64) error {
	f.call("show %d", key)
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, other := range f.branchesOf(key) {
		at := slices.IndexFunc(f.messages, func(e Entry) bool { return e.Key == other })
		if at < 0 || other == key {
			continue
		}
		f.branches[other] = slices.Clone(f.messages[at:])
		f.messages = append(f.messages[:at], f.branches[key]...)
		f.messages[at].Branches = f.branchesOf(key)
		break
	}
	return f.loadErr
}
