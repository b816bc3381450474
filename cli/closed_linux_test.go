package cli

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"muisto/model/openai"
)

// inside is set in the process that runs in a network of its own.
const inside = "MUISTO_TEST_CLOSED_NETWORK"

// TestNoConnectionIsMadeButToTheEndpoint runs the program in a network of its
// own, in which every address leads to this machine, and looks at every packet:
// there is none but to the endpoint that was set and, where Ollama is looked
// for, to its port.
func TestNoConnectionIsMadeButToTheEndpoint(t *testing.T) {
	if os.Getenv(inside) != "" {
		closedNetwork(t)
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), inside+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		t.Errorf("in a network of its own:\n%s", out)
	case err != nil:
		t.Skipf("no network of its own can be had here: %v", err)
	case strings.Contains(string(out), "--- SKIP"):
		t.Skipf("%s", out)
	}
}

func closedNetwork(t *testing.T) {
	if err := leadAllHere(); err != nil {
		t.Skipf("the network cannot be set up: %v", err)
	}
	heard := listen(t)
	for _, address := range []string{"192.0.2.1:80", "[2001:db8::1]:80"} {
		if conn, err := net.DialTimeout("tcp", address, time.Second); err == nil {
			t.Errorf("something answered at %s: %v", address, conn.Close())
		}
		if got := heard.since(); !slices.Equal(got, []string{"tcp " + address}) {
			t.Fatalf("a connection to %s is seen as %q", address, got)
		}
	}
	if _, err := net.DefaultResolver.LookupHost(t.Context(), "muisto.test."); err == nil {
		t.Error("a name was found")
	}
	if got := heard.since(); len(got) == 0 || !strings.HasSuffix(got[0], ":53") {
		t.Fatalf("a question for a name is seen as %q", got)
	}
	dir := home(t)
	db := filepath.Join(dir, "m.db")
	with := func(args ...string) []string {
		return append(args, "--db", db, "--config", filepath.Join(dir, "c.toml"))
	}
	settings := func(text string) {
		if err := os.WriteFile(filepath.Join(dir, "c.toml"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}

	settings("")
	flows(t, with)
	if got := heard.since(); len(got) > 0 {
		t.Errorf("with the model inside the program: %q", got)
	}

	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/embeddings"):
			http.Redirect(w, r, "http://192.0.2.7/elsewhere", http.StatusTemporaryRedirect)
		case strings.Contains(r.Header.Get("Accept"), "event-stream"):
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, event("![see](http://192.0.2.8/x.png) [here](http://192.0.2.9/) <img src=http://192.0.2.10/>")+lastEvent)
		default:
			giveWhole(t, w, good("m1"))
		}
	}))
	defer server.Close()
	settings(fmt.Sprintf("[model]\nname = \"m\"\nbase_url = %q\nembeddings = \"e\"\n", server.URL+"/v1"))
	heard.since()
	flows(t, with)
	if got := heard.since(); !slices.Equal(got, []string{"tcp " + strings.TrimPrefix(server.URL, "http://")}) {
		t.Errorf("with an endpoint at %s: %q", server.URL, got)
	}

	if _, err := openai.OllamaModels(t.Context()); err == nil {
		t.Error("there is an Ollama")
	}
	if got := heard.since(); !slices.Equal(got, []string{"tcp 127.0.0.1:11434"}) {
		t.Errorf("looking for Ollama: %q", got)
	}
}

// flows goes through what the program does.
func flows(t *testing.T, with func(...string) []string) {
	t.Helper()
	for i, args := range [][]string{
		{"say", "No, the Heron launch is on Friday. See http://192.0.2.11/ and ![x](http://192.0.2.12/y.png)."},
		{"capture", "--now", "2031-01-01T10:00:00Z"}, {"capture", "--explain"}, {"sleep", "--now", "2031-01-03T10:00:00Z"}, {"sleep", "--pass", "month"},
		{"episodes"}, {"facts", "--all"}, {"recall", "Heron launch"}, {"sessions"}, {"doctor"}, {"config"}, {"export"}, {"export", "--format", "md"}, {"say", "When is the Heron launch?"},
	} {
		if out, errs := run(t, with(args...)...); i == 0 && out == "" {
			t.Errorf("nothing was done: %s", errs)
		}
	}
}

// packets gives where each packet went that was seen.
type packets struct {
	seen chan string
	out  int // a socket for marks
	mark uint16
}

// markAddress is where packets go that only mark a moment.
const markAddress = "127.0.0.99"

// since gives each destination since it was last asked, once, in order.
func (p *packets) since() []string {
	mark, err := p.send()
	if err != nil {
		return []string{err.Error()}
	}
	var list []string
	for s := range p.seen {
		if s == mark {
			break
		}
		if !strings.Contains(s, markAddress) {
			list = append(list, s)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// send sends the next mark, and gives it as it will be seen.
func (p *packets) send() (string, error) {
	p.mark++
	to := netip.AddrPortFrom(netip.MustParseAddr(markAddress), p.mark)
	return "udp " + to.String(), syscall.Sendto(p.out, []byte("mark"), 0, &syscall.SockaddrInet4{Port: int(p.mark), Addr: to.Addr().As4()})
}

// listen notes every packet that opens a connection, and every datagram.
func listen(t *testing.T) *packets {
	t.Helper()
	const all = 0x0300 // ETH_P_ALL in the order of the network
	fd, err := syscall.Socket(syscall.AF_PACKET, syscall.SOCK_DGRAM, all)
	if err != nil {
		t.Skipf("packets cannot be looked at: %v", err)
	}
	out, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_DGRAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	p := &packets{seen: make(chan string, 4096), out: out, mark: 9000}
	ended := make(chan struct{})
	go func() {
		defer close(p.seen)
		data := make([]byte, 64<<10)
		for {
			n, _, err := syscall.Recvfrom(fd, data, 0)
			if errors.Is(err, syscall.EINTR) {
				continue
			}
			to := destination(data[:max(n, 0)])
			select {
			case <-ended:
				return
			default:
			}
			if err != nil {
				t.Errorf("look at packets: %v", err)
				return
			}
			if to != "" {
				p.seen <- to
			}
		}
	}()
	t.Cleanup(func() {
		close(ended)
		if _, err := p.send(); err != nil { // which wakes it
			t.Error(err)
		}
		for range p.seen {
		}
	})
	return p
}

// destination is where a packet goes that opens a connection or is a datagram;
// empty for any other.
func destination(ip []byte) string {
	var to netip.Addr
	var proto byte
	switch {
	case len(ip) >= 20 && ip[0]>>4 == 4:
		to, proto, ip = netip.AddrFrom4([4]byte(ip[16:20])), ip[9], ip[int(ip[0]&15)*4:]
	case len(ip) >= 40 && ip[0]>>4 == 6:
		to, proto, ip = netip.AddrFrom16([16]byte(ip[24:40])), ip[6], ip[40:]
	default:
		return ""
	}
	const syn, ack = 2, 16
	switch {
	case proto == syscall.IPPROTO_TCP && len(ip) >= 14 && ip[13]&(syn|ack) == syn:
		return "tcp " + netip.AddrPortFrom(to, binary.BigEndian.Uint16(ip[2:4])).String()
	case proto == syscall.IPPROTO_UDP && len(ip) >= 8:
		return "udp " + netip.AddrPortFrom(to, binary.BigEndian.Uint16(ip[2:4])).String()
	}
	return ""
}

// leadAllHere brings the loopback up and has every address lead to it.
func leadAllHere() error {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_DGRAM, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(fd)
	var request struct { // struct ifreq
		name  [16]byte
		flags uint16
		_     [22]byte
	}
	copy(request.name[:], "lo")
	request.flags = syscall.IFF_UP | syscall.IFF_RUNNING
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(fd), syscall.SIOCSIFFLAGS, uintptr(unsafe.Pointer(&request))); errno != 0 {
		return errno
	}
	lo, err := net.InterfaceByName("lo")
	if err != nil {
		return err
	}
	return errors.Join(routeAll(syscall.AF_INET, lo.Index), routeAll(syscall.AF_INET6, lo.Index))
}

// routeAll adds "local default dev lo" (rtnetlink(7)).
func routeAll(family byte, lo int) error {
	const length = syscall.SizeofNlMsghdr + syscall.SizeofRtMsg + 8
	b := make([]byte, 0, length)
	b = binary.NativeEndian.AppendUint32(b, length)
	b = binary.NativeEndian.AppendUint16(b, syscall.RTM_NEWROUTE)
	b = binary.NativeEndian.AppendUint16(b, syscall.NLM_F_REQUEST|syscall.NLM_F_CREATE|syscall.NLM_F_ACK)
	b = append(b, make([]byte, 8)...) // sequence and process
	b = append(b, family, 0, 0, 0, syscall.RT_TABLE_LOCAL, syscall.RTPROT_BOOT, syscall.RT_SCOPE_HOST, syscall.RTN_LOCAL, 0, 0, 0, 0)
	b = binary.NativeEndian.AppendUint16(b, 8)
	b = binary.NativeEndian.AppendUint16(b, syscall.RTA_OIF)
	b = binary.NativeEndian.AppendUint32(b, uint32(lo))
	fd, err := syscall.Socket(syscall.AF_NETLINK, syscall.SOCK_RAW, syscall.NETLINK_ROUTE)
	if err != nil {
		return err
	}
	defer syscall.Close(fd)
	if err := syscall.Sendto(fd, b, 0, &syscall.SockaddrNetlink{Family: syscall.AF_NETLINK}); err != nil {
		return err
	}
	answer := make([]byte, 4096)
	n, _, err := syscall.Recvfrom(fd, answer, 0)
	if err != nil {
		return err
	}
	messages, err := syscall.ParseNetlinkMessage(answer[:n])
	if err != nil {
		return err
	}
	if code := int32(binary.NativeEndian.Uint32(messages[0].Data)); code != 0 {
		return syscall.Errno(-code)
	}
	return nil
}
