package transcript

import (
	"archive/zip"
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Bounds on archives.
const (
	// maxUnpacked is how much an archive may unpack to, in bytes; the largest
	// exports that are known have a few hundred megabytes.
	maxUnpacked = 8 << 30
	// maxRatio is how often its packed size a file may unpack to. Chats pack to
	// a tenth or so; a thousandth is a bomb. It holds from ratioFrom bytes on.
	maxRatio  = 250
	ratioFrom = 64 << 20
	// maxMembers is how many entries are looked through; an export has one for
	// each picture.
	maxMembers = 1_000_000
	// maxFiles is how many of them may hold conversations.
	maxFiles = 10_000
)

// conversationsFile is how exports call what holds conversations, whole or in
// numbered parts.
var conversationsFile = regexp.MustCompile(`(?i)^conversations(-\d{1,9})?\.json$`)

// member is one stream of conversations; a plain file has one.
type member struct {
	name string // empty for a plain file
	in   *bufio.Reader
}

// head finds out the form, which is empty if there is nothing to read.
func (m member) head() (*bufio.Reader, Format, error) {
	format, err := recognise(m.in)
	return m.in, format, err
}

// each opens what holds conversations, one after the other.
func (f *File) eachMember(take func(member) error) error {
	switch {
	case f.info.IsDir():
		return f.eachInFolder(take)
	case !f.info.Mode().IsRegular():
		return errors.New("it is not a file")
	}
	file, err := os.Open(f.name)
	if err != nil {
		return err
	}
	err = f.eachIn(file, take)
	return errors.Join(err, file.Close())
}

func (f *File) eachIn(file *os.File, take func(member) error) error {
	var magic [4]byte
	n, err := file.ReadAt(magic[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	size := f.info.Size()
	if start := string(magic[:n]); start == "PK\x03\x04" || start == "PK\x05\x06" {
		return f.eachInArchive(file, size, take)
	}
	f.size.Store(size)
	return take(f.member("", file))
}

func (f *File) member(name string, in io.Reader) member {
	return member{name: name, in: bufio.NewReaderSize(counted{in, &f.read}, headSize)}
}

// takeNamed adds the name of a member to its error.
func takeNamed(m member, take func(member) error) error {
	err := take(m)
	if err == nil || errors.Is(err, errStopped) {
		return err
	}
	return fmt.Errorf("%s: %w", m.name, err)
}

func (f *File) eachInArchive(file io.ReaderAt, size int64, take func(member) error) error {
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return fmt.Errorf("it begins like a ZIP archive, and is not a whole one: %w", err)
	}
	parts, total, err := conversationsIn(archive)
	if err != nil {
		return err
	}
	if len(parts) == 0 {
		return f.eachInside(archive, take)
	}
	f.size.Store(total)
	return f.eachPart(parts, "", take)
}

// eachPart reads entries of an archive, named with what is before them.
func (f *File) eachPart(parts []*zip.File, before string, take func(member) error) error {
	for _, part := range parts {
		name := before + part.Name
		in, err := part.Open()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		// What an archive says of its sizes need not be true.
		limited := &limitReader{in: in, left: int64(part.UncompressedSize64), over: errors.New("it unpacks to more than the archive says")}
		err = takeNamed(f.member(name, limited), take)
		if err := errors.Join(err, in.Close()); err != nil {
			return err
		}
	}
	return nil
}

// conversationsIn lists the entries of an archive to read, in their order, with
// the bytes they unpack to; none where it holds no conversations. Nothing is ever written under their names.
func conversationsIn(archive *zip.Reader) ([]*zip.File, int64, error) {
	if len(archive.File) > maxMembers {
		return nil, 0, fmt.Errorf("the archive has over %d entries", maxMembers)
	}
	var parts []*zip.File
	var total uint64
	for _, part := range archive.File {
		if !isConversations(part.Name) {
			continue
		}
		if err := checkPart(part); err != nil {
			return nil, 0, fmt.Errorf("%s: %w", part.Name, err)
		}
		parts = append(parts, part)
		if total += part.UncompressedSize64; total > maxUnpacked || len(parts) > maxFiles {
			return nil, 0, fmt.Errorf("the archive unpacks to over %d GiB or %d files of conversations", maxUnpacked>>30, maxFiles)
		}
	}
	slices.SortStableFunc(parts, func(a, b *zip.File) int { return compareParts(a.Name, b.Name) })
	return parts, int64(total), nil
}

func checkPart(part *zip.File) error {
	const locked = 1 // the flag of an encrypted entry
	packed, unpacked := part.CompressedSize64, part.UncompressedSize64
	switch {
	case part.Flags&locked != 0:
		return errors.New("it is locked with a password; unpack the archive first")
	case unpacked > maxUnpacked:
		return fmt.Errorf("it unpacks to over %d GiB", maxUnpacked>>30)
	case unpacked > ratioFrom && unpacked/maxRatio > packed:
		return fmt.Errorf("it unpacks to over %d times its size, as no conversation does", maxRatio)
	}
	return nil
}

func isConversations(name string) bool {
	// A Mac adds a shadow of each file, which holds none of its text.
	return conversationsFile.MatchString(baseOf(name)) && !strings.HasPrefix(name, "__MACOSX/")
}

// compareParts orders parts by number, the unnumbered first.
func compareParts(a, b string) int {
	return cmp.Or(cmp.Compare(partOf(a), partOf(b)), cmp.Compare(a, b))
}

func partOf(name string) int {
	numbered := conversationsFile.FindStringSubmatch(baseOf(name))
	if len(numbered) < 2 || numbered[1] == "" {
		return -1
	}
	n, err := strconv.Atoi(numbered[1][1:])
	if err != nil {
		return -1
	}
	return n
}

// baseOf is the last element of a name, by whichever slash.
func baseOf(name string) string { return path.Base(strings.ReplaceAll(name, `\`, "/")) }

func contents(archive *zip.Reader) string {
	const most = 5
	var names []string
	for _, part := range archive.File[:min(len(archive.File), most)] {
		names = append(names, "“"+beginning([]byte(part.Name))+"”")
	}
	switch {
	case len(names) == 0:
		return "nothing"
	case len(archive.File) > most:
		names = append(names, "and more")
	}
	return strings.Join(names, ", ")
}
