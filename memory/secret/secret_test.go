package secret

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"muisto/unicodetest"
)

func TestSecretsAreTakenOut(t *testing.T) {
	for text, want := range map[string]string{
		"my password is hunter2":                                                     "my password is [secret]",
		"The PIN for the gate is 9911.":                                              "The PIN for the gate is [secret].",
		"key sk-proj-abcdefghijklmnop1234567890":                                     "key [secret]",
		"token ghp_0123456789abcdefghijABCDEFGHIJ012":                                "token [secret]",
		"card 4111 1111 1111 1111 please":                                            "card [secret] please",
		"card 4111-1111-1111-1111, 05/27":                                            "card [secret], 05/27",
		"the wifi password: correct-horse-9":                                         "the wifi password: [secret]",
		"my PIN for the bank is 4711, don't tell":                                    "my PIN for the bank is [secret], don't tell",
		"use the key sk-abcdEFGH1234567890xyz for the API":                           "use the key [secret] for the API",
		"api_key=9f8e7d6c5b4a39281706f5e4":                                           "api_key=[secret]",
		"see https://anna:s3cret@example.org/x":                                      "see [secret]",
		"My new password is Blue!Cheese and I moved to Turku today":                  "My new password is [secret] and I moved to Turku today",
		"the password to the vault is swordfish":                                     "the password to the vault is [secret]",
		"the password manager's password is tr0ub4dor":                               "the password manager's password is [secret]",
		"the password manager opens, its password is tr0ub4dor":                      "the password manager opens, its password is [secret]",
		"password is now tr0ub4dor":                                                  "password is now [secret]",
		"the passphrase is \"correct horse battery staple\", ok":                     "the passphrase is \"[secret]\", ok",
		"I changed my password to Marigold77.":                                       "I changed my password to [secret].",
		"my api key is 9f8e7d6c5b4a":                                                 "my api key is [secret]",
		"Authorization: Bearer abcdefghijklmnopqrst":                                 "Authorization: Bearer [secret]",
		"salasana on kissa123":                                                       "salasana on [secret]",
		"password=opensesame":                                                        "password=[secret]",
		"a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nb": "a\n[secret]\nb",
		"-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7":                         "[secret]",
	} {
		if got := Redact(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestPlainSpeechIsLeftAsItIs(t *testing.T) {
	for _, text := range []string{
		"call me at 0401234567",
		"order 4111 1111 1111 1112 shipped",
		"The number is 1234 5678 9012 3456.",
		"my password is old",
		"My password manager is Bitwarden.",
		"my password manager is 1Password",
		"my password is too short",
		"the token of my love is a ring",
		"the wifi password on the fridge is outdated",
		"the key is under the mat",
		"the secret is patience",
		"my staff number is 4471",
		"I reset my password yesterday and it works",
		"my password is the name of our first dog",
		"pin the note to the board",
		"the photo is IMG_20260304_123456_holiday",
		"our state-of-the-art-2026-edition-catalogue is out",
		"-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----",
		"see https://example.org/a?x=1",
	} {
		if got := Redact(text); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

// What has been redacted once holds nothing more to redact, whatever it was.
func TestRedactingTwiceIsRedactingOnce(t *testing.T) {
	pieces := rapid.SliceOf(rapid.OneOf(
		rapid.SampledFrom([]string{
			"password", "my", "is", "to", ":", "=", "PIN", "token", "now", "\"", "'", "“", "hunter2", "4111 1111 1111 1111", "-----BEGIN RSA PRIVATE KEY-----",
			"-----END RSA PRIVATE KEY-----", "sk-abcdefghijkl1234", "api", "key", "\n", ",", "[secret]", "https://a:b@c/", "token=", "the", "bearer", "9911",
		}),
		rapid.String(),
	))
	for _, text := range []string{"password AA?0 is password", "4111 1111 1111 1111 4111 1111 1111 1111", "4111 1111 1111 1111 12 34", "password 9911 https://a:b@c/ is password"} {
		if once := Redact(text); Redact(once) != once || strings.Contains(once, "11") {
			t.Errorf("%q becomes %q, then %q", text, once, Redact(once))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(pieces.Draw(t, "pieces"), rapid.SampledFrom([]string{" ", ""}).Draw(t, "between"))
		once := Redact(text)
		if twice := Redact(once); twice != once {
			t.Fatalf("%q becomes %q, then %q", text, once, twice)
		}
	})
}

func FuzzRedact(f *testing.F) {
	for _, s := range unicodetest.Texts() {
		f.Add(s)
		f.Add("password is " + s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once := Redact(text)
		if Redact(once) != once {
			t.Errorf("%q is redacted to %q, then to %q", text, once, Redact(once))
		}
		if found := Find(text); len(found) > 0 && once == text {
			t.Errorf("%q has the secrets %q and stays as it is", text, found)
		}
	})
}
