package builtin

import (
	"encoding/json"
	"strings"
	"testing"

	"muisto/memory/hippocampus"
	"muisto/memory/secret"
)

var toldSecrets = map[string]string{
	"my password is hunter2":                                    "hunter2",
	"the wifi password: correct-horse-9":                        "correct-horse-9",
	"my PIN for the bank is 4711, don't tell":                   "4711",
	"use the key sk-abcdEFGH1234567890xyz for the API":          "sk-abcdEFGH1234567890xyz",
	"card 4111 1111 1111 1111 expires in May":                   "4111",
	"token ghp_16C7e42F292c6912E7710c838347Ae178B4a":            "ghp_16C7",
	"api_key=9f8e7d6c5b4a39281706f5e4":                          "9f8e7d6c5b4a",
	"-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7":        "MIIEpAIB",
	"see https://anna:s3cret@example.org/x":                     "s3cret",
	"My new password is Blue!Cheese and I moved to Turku today": "Blue!Cheese",
	"the password to the shed is swordfish":                     "swordfish",
}

func TestSecretsAreLeftOut(t *testing.T) {
	for text, secret := range toldSecrets {
		b := said("2026-05-04T18:00:00Z", text)
		for _, p := range encode(t, b) {
			if strings.Contains(p.What+p.About+p.Quote+p.When, secret) {
				t.Errorf("%q: %+v", text, p)
			}
			for _, n := range p.Names {
				if strings.Contains(n.Text, secret) {
					t.Errorf("%q: name %q", text, n.Text)
				}
			}
		}
	}
}

func TestAPasswordIsToldWithoutIt(t *testing.T) {
	ps := encode(t, said("2026-05-04T18:00:00Z", "my wifi password is hunter2"))
	if len(ps) != 1 || ps[0].What != "The user's wifi password is [secret]." {
		t.Errorf("%+v", ps)
	}
}

// The built-in model reads what a language model is shown.
func TestBothModelsAreGivenTheSameText(t *testing.T) {
	texts := []string{"my password is old", "the key is under the mat", "call me at 0401234567"}
	for text := range toldSecrets {
		texts = append(texts, text)
	}
	for _, text := range texts {
		b := said("2026-05-04T18:00:00Z", text)
		read := New(4).reading(b).open(0).text
		_, prompt := hippocampus.Prompt(b, nil)
		shown, err := json.Marshal(read)
		if err != nil {
			t.Fatal(err)
		}
		if read != secret.Redact(text) || !strings.Contains(prompt, `"text":`+string(shown)) {
			t.Errorf("%q is read as %q, and shown in %s", text, read, prompt)
		}
	}
}
