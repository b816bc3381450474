package transcript

import (
	"archive/zip"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// maxDepth is how many folders deep a folder is looked through: the sessions of an
// agent are in folders for the year, the month and the day.
const maxDepth = 6

// listing is what a folder holds of use.
type listing struct {
	conversations, archives, logs []string
	seen                          int
}

// eachInFolder reads an export that was unpacked, or the session logs of agents.
// Links are not followed.
func (f *File) eachInFolder(take func(member) error) error {
	root, err := os.OpenRoot(f.name)
	if err != nil {
		return err
	}
	return errors.Join(f.eachInRoot(root, take), root.Close())
}

func (f *File) eachInRoot(root *os.Root, take func(member) error) error {
	var found listing
	if err := fs.WalkDir(root.FS(), ".", found.add); err != nil {
		return err
	}
	f.size.Store(0)
	switch {
	case len(found.conversations) > 0:
		slices.SortFunc(found.conversations, compareInFolder)
		return f.eachNamed(root, found.conversations, take)
	case len(found.archives) > 0:
		return f.eachPacked(root, found.archives, take)
	case len(found.logs) > 0:
		return f.eachLog(root, found.logs, take)
	}
	return errNoConversations
}

var errNoConversations = errors.New("it is a folder without conversations.json, an export's ZIP or an agent's sessions")

// compareInFolder orders files by folder, and in one by number.
func compareInFolder(a, b string) int {
	if path.Dir(a) != path.Dir(b) {
		return strings.Compare(path.Dir(a), path.Dir(b))
	}
	return compareParts(a, b)
}

// add takes what is at a path of the folder.
func (l *listing) add(name string, entry fs.DirEntry, err error) error {
	if err != nil {
		if name == "." {
			return err
		}
		return nil // what is gone, or must not be read, holds no conversation
	}
	if l.seen++; l.seen > maxMembers {
		return errors.New("the folder holds over a million files")
	}
	if entry.IsDir() {
		if name != "." && (strings.Count(name, "/") >= maxDepth || entry.Name() == "__MACOSX") {
			return fs.SkipDir
		}
		return nil
	}
	if !entry.Type().IsRegular() {
		return nil
	}
	switch {
	case isConversations(name):
		l.conversations = append(l.conversations, name)
	case isArchive(name):
		l.archives = append(l.archives, name)
	case strings.EqualFold(pathExt(name), ".jsonl"):
		l.logs = append(l.logs, name)
	}
	if len(l.conversations)+len(l.archives)+len(l.logs) > maxFiles {
		return errors.New("the folder holds over ten thousand files of conversations")
	}
	return nil
}

func pathExt(name string) string { return path.Ext(baseOf(name)) }

func (f *File) eachNamed(root *os.Root, names []string, take func(member) error) error {
	for _, name := range names {
		info, err := root.Stat(name)
		if err != nil {
			return err
		}
		f.size.Add(info.Size())
	}
	for _, name := range names {
		in, err := root.Open(name)
		if err != nil {
			return err
		}
		if err := errors.Join(takeNamed(f.member(name, in), take), in.Close()); err != nil {
			return err
		}
	}
	return nil
}

// eachPacked reads the archives in a folder that hold conversations.
func (f *File) eachPacked(root *os.Root, names []string, take func(member) error) error {
	found := false
	for _, name := range names {
		in, err := root.Open(name)
		if err != nil {
			return err
		}
		has, err := f.eachPackedIn(in, name, take)
		if err := errors.Join(err, in.Close()); err != nil {
			return err
		}
		found = found || has
	}
	if !found {
		return errNoConversations
	}
	return nil
}

func (f *File) eachPackedIn(in *os.File, name string, take func(member) error) (bool, error) {
	info, err := in.Stat()
	if err != nil {
		return false, err
	}
	archive, err := zip.NewReader(in, info.Size())
	if err != nil {
		return false, nil // the folder may hold anything; only conversations are asked for
	}
	parts, total, err := conversationsIn(archive)
	if err != nil || len(parts) == 0 {
		return false, err
	}
	f.size.Add(total)
	return true, f.eachPart(parts, name+"/", take)
}

// eachLog reads the logs of agents: a folder may hold other JSON lines.
func (f *File) eachLog(root *os.Root, names []string, take func(member) error) error {
	found := false
	err := f.eachNamed(root, names, func(m member) error {
		if _, format, err := m.head(); err != nil || format != ClaudeCode && format != Codex {
			f.skipped.Others++
			return nil
		}
		found = true
		return take(m)
	})
	if err == nil && !found {
		return errNoConversations
	}
	return err
}
