package clipboard

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

func TestTheProgramOfTheMachineIsFound(t *testing.T) {
	if runtime.GOOS == "darwin" {
		t.Skip("macOS has pbcopy whatever is set")
	}
	tests := []struct {
		name      string
		env       map[string]string
		installed []string
		want      string
	}{
		{"in tmux", map[string]string{"TMUX": "/tmp/x", "DISPLAY": ":0"}, []string{"tmux", "xclip"}, "tmux"},
		{"on Wayland", map[string]string{"WAYLAND_DISPLAY": "w", "DISPLAY": ":0"}, []string{"wl-copy", "xclip"}, "wl-copy"},
		{"on Wayland without wl-copy", map[string]string{"WAYLAND_DISPLAY": "w", "DISPLAY": ":0"}, []string{"xclip"}, "xclip"},
		{"on X with xsel", map[string]string{"DISPLAY": ":0"}, []string{"xsel"}, "xsel"},
		{"xclip without a display", nil, []string{"xclip", "wl-copy"}, ""},
		{"over ssh", nil, nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := Find(func(k string) string { return tt.env[k] }, func(name string) (string, error) {
				for _, there := range tt.installed {
					if there == name {
						return "/bin/" + name, nil
					}
				}
				return "", exec.ErrNotFound
			})
			if got.Name != tt.want || ok != (tt.want != "") {
				t.Errorf("got %q, %v, want %q", got.Name, ok, tt.want)
			}
		})
	}
}

func TestTheProgramGetsTheText(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	file := filepath.Join(t.TempDir(), "clip")
	p := Program{Name: "sh", args: []string{"sh", "-c", `cat > "$0"`, file}}
	if err := p.Copy(t.Context(), "func main() {\n\tprintln(1)\n}"); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != "func main() {\n\tprintln(1)\n}" {
		t.Errorf("got %q, %v", got, err)
	}
	if err := (Program{Name: "sh", args: []string{"sh", "-c", "exit 3"}}).Copy(t.Context(), "x"); err == nil {
		t.Error("a program that fails is an error")
	}
	if err := (Program{Name: "none", args: []string{"muisto-no-such-program"}}).Copy(t.Context(), "x"); !errors.Is(err, exec.ErrNotFound) {
		t.Errorf("got %v", err)
	}
}
