package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestEveryModuleIsNamedWithItsLicence(t *testing.T) {
	root := filepath.Join("..", "..")
	want, err := write(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(root, output))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not of these modules; write it with: go run ./release/thirdparty", output)
	}
}

func TestLicencesAreToldApart(t *testing.T) {
	for text, want := range map[string]string{
		"Permission is hereby granted, free of\ncharge, to any person":                                          "MIT",
		"Redistribution and use in source and binary forms, with or without":                                    "BSD-2-Clause",
		"Redistribution and use in source and binary forms\nNeither the name of Google Inc.":                    "BSD-3-Clause",
		"                                 Apache License\n                           Version 2.0, January 2004": "Apache-2.0",
		"Permission to use, copy, modify, and/or distribute this software for any purpose":                      "ISC",
		"Mozilla Public License Version 2.0":                                                                    "MPL-2.0",
		"All rights reserved. You may look at it.":                                                              "",
	} {
		if got := kind(text); got != want {
			t.Errorf("%.40q is %q, want %q", text, got, want)
		}
	}
}
