//go:build !unix

package store

// syncFolder has nothing to do: such systems do not open folders, and keep
// their names by themselves.
func syncFolder(string) error { return nil }
