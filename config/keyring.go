package config

import "net/url"

// InKeyring as the value of model.api_key says that the key is in the keyring of
// the system, under the endpoint's address.
const InKeyring = "keyring"

// Endpoint is whose key it is: the base URL without its path.
func (m Model) Endpoint() string {
	u, err := url.Parse(m.BaseURL)
	if err != nil {
		return m.BaseURL
	}
	return u.Scheme + "://" + u.Host
}

// ParseKey checks a key that was typed or piped in. Its error goes on from "the
// key", and holds nothing of it.
func ParseKey(s string) (Secret, error) {
	if err := checkKey(s); err != nil {
		return "", err
	}
	return Secret(s), nil
}

// SaveKeyring writes into the settings file at path that the key is in the
// keyring, or takes the setting out. The file is made if it is missing.
func SaveKeyring(path string, kept bool) error {
	value := ""
	if kept {
		value = InKeyring
	}
	return save(path, []assignment{{"api_key", value}})
}
