package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"muisto/config"
	"muisto/keyring"
)

// maxKeyLine bounds what is read for a key, in bytes; config bounds the key.
const maxKeyLine = 64 << 10

func configKeyCommand(g *global) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "key",
		Short: "Keep the key for the endpoint in the keyring of this system",
		Args:  noArgs,
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "set",
		Short: "Ask for the key, or read it from standard input, and keep it there",
		Long: `Ask for the key of the endpoint that is set, or read it from standard input,
and keep it in the keyring of this system. The settings file then says
api_key = "keyring". A key is never taken from the command line, where others
on this machine can read it.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 { // it may be a key, and is not repeated
				return usageError{errors.New("a key can't be given on the command line, where others could read it; run muisto config key set and type it when asked, or pipe it in")}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return g.setKey(cmd) },
	}, &cobra.Command{
		Use:   "delete",
		Short: "Remove the key for the endpoint from the keyring",
		Args:  noArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return g.deleteKey(cmd) },
	})
	return cmd
}

// keyFrom gives the key of a model that has it in the keyring; nil for any
// other.
func keyFrom(m config.Model) func(context.Context) (string, error) {
	if !m.Keyring {
		return nil
	}
	return func(ctx context.Context) (string, error) { return keyring.Get(ctx, m.Endpoint()) }
}

func (g *global) setKey(cmd *cobra.Command) error {
	m, err := g.endpoint()
	if err != nil {
		return err
	}
	key, err := readKey(cmd, m.Endpoint())
	if err != nil {
		return err
	}
	if err := keyring.Set(cmd.Context(), m.Endpoint(), key.Reveal()); err != nil {
		return err
	}
	if err := config.SaveKeyring(g.settingsFile(), true); err != nil {
		return err
	}
	return printLines(cmd.OutOrStdout(), fmt.Sprintf("the key for %s is in the keyring, and %s says so", m.Endpoint(), g.settingsFile()))
}

func (g *global) deleteKey(cmd *cobra.Command) error {
	m, err := g.endpoint()
	if err != nil {
		return err
	}
	if err := keyring.Delete(cmd.Context(), m.Endpoint()); err != nil {
		return err
	}
	if m.Keyring {
		if err := config.SaveKeyring(g.settingsFile(), false); err != nil {
			return err
		}
	}
	return printLines(cmd.OutOrStdout(), fmt.Sprintf("removed the key for %s from the keyring", m.Endpoint()))
}

// endpoint is the model whose key is meant: the one at the endpoint that is
// set, else OpenAI's.
func (g *global) endpoint() (config.Model, error) {
	c, err := g.load()
	if err != nil {
		return config.Model{}, err
	}
	if c.Model.BaseURL == "" {
		c.Model.BaseURL = config.DefaultBaseURL
	}
	return c.Model, nil
}

// readKey asks for a key, unseen, or reads a line of standard input.
func readKey(cmd *cobra.Command, endpoint string) (config.Secret, error) {
	var text string
	if in, ok := cmd.InOrStdin().(*os.File); ok && term.IsTerminal(in.Fd()) {
		if _, err := fmt.Fprintf(cmd.ErrOrStderr(), "Key for %s (it is not shown): ", endpoint); err != nil {
			return "", err
		}
		typed, err := term.ReadPassword(in.Fd())
		if err := errors.Join(err, printLines(cmd.ErrOrStderr(), "")); err != nil {
			return "", fmt.Errorf("read the key: %w", err)
		}
		text = string(typed)
	} else {
		line, err := bufio.NewReader(io.LimitReader(cmd.InOrStdin(), maxKeyLine)).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return "", fmt.Errorf("read the key: %w", err)
		}
		text = line
	}
	if text = strings.TrimSpace(text); text == "" {
		return "", errors.New("no key was given, and nothing was changed")
	}
	key, err := config.ParseKey(text)
	if err != nil {
		return "", fmt.Errorf("the key %w", err)
	}
	return key, nil
}
