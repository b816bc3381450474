package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	testscript.Main(leakless{m}, map[string]func(){
		"muisto": func() { os.Exit(Main(context.Background())) },
	})
}

// leakless fails where goroutines are left when all tests have ended.
type leakless struct{ *testing.M }

func (l leakless) Run() int {
	code := l.M.Run()
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}

func TestJoinedErrorsAreOneSentenceAfterTheOther(t *testing.T) {
	var b strings.Builder
	complain(&b, errors.Join(errors.New("Another muisto is doing this already"), errors.New("give a lease back: context canceled")))
	if got := b.String(); got != "muisto: another muisto is doing this already; give a lease back: context canceled\n" {
		t.Errorf("%q", got)
	}
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir)
			for _, name := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"} {
				env.Setenv(name, env.WorkDir+"/"+name)
			}
			env.Setenv("TZ", "Europe/Helsinki")
			env.Setenv("NO_COLOR", "1")
			return nil
		},
	})
}
