package transcript

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Bounds on archives inside an archive, which is how a privacy portal delivers
// an export: one level of them, so many, and so much in memory at once.
const (
	maxInside      = 1000
	maxInsideBytes = 512 << 20
)

// eachInside reads the archives in one that holds no conversations itself.
func (f *File) eachInside(archive *zip.Reader, take func(member) error) error {
	inner, err := archivesIn(archive)
	if err != nil {
		return err
	}
	found := false
	var unpacked int64
	for _, part := range inner {
		opened, err := openInside(part)
		if err != nil {
			return fmt.Errorf("%s: %w", part.Name, err)
		}
		parts, total, err := conversationsIn(opened)
		if err != nil {
			return fmt.Errorf("%s: %w", part.Name, err)
		}
		if len(parts) == 0 {
			continue // pictures, or what else such an export has
		}
		if unpacked += total; unpacked > maxUnpacked {
			return fmt.Errorf("the archives in it unpack to over %d GiB", maxUnpacked>>30)
		}
		found = true
		f.size.Store(unpacked)
		if err := f.eachPart(parts, part.Name+"/", take); err != nil {
			return err
		}
	}
	if !found {
		return fmt.Errorf("it is a ZIP archive without conversations.json; it holds %s", contents(archive))
	}
	return nil
}

// archivesIn lists the archives in an archive, by name.
func archivesIn(archive *zip.Reader) ([]*zip.File, error) {
	var inner []*zip.File
	for _, part := range archive.File {
		if !isArchive(part.Name) {
			continue
		}
		if inner = append(inner, part); len(inner) > maxInside {
			return nil, fmt.Errorf("the archive holds over %d archives", maxInside)
		}
	}
	slices.SortStableFunc(inner, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	return inner, nil
}

func isArchive(name string) bool {
	return strings.EqualFold(pathExt(name), ".zip") && !strings.HasPrefix(name, "__MACOSX/")
}

// openInside reads an archive in an archive into memory: nothing is unpacked to
// disk.
func openInside(part *zip.File) (*zip.Reader, error) {
	if err := checkPart(part); err != nil {
		return nil, err
	}
	tooLarge := fmt.Errorf("this archive in the archive is over %d MiB; unpack the outer one, and import the folder", maxInsideBytes>>20)
	if part.UncompressedSize64 > maxInsideBytes {
		return nil, tooLarge
	}
	in, err := part.Open()
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(&limitReader{in: in, left: maxInsideBytes, over: tooLarge})
	if err := errors.Join(err, in.Close()); err != nil {
		return nil, err
	}
	opened, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, fmt.Errorf("it is not a whole ZIP archive: %w", err)
	}
	return opened, nil
}
