package report

import (
	"fmt"
	"math"
	"strings"
	"time"

	"muisto/memory"
)

// day is the moments of one day.
type day struct {
	Name    string
	Moments []moment
}

type moment struct {
	ID, At, Text, Act string
	Label             memory.Label
	Left              int // per cent that is still remembered
	Curve             string
	// NowX and NowY mark the present on the curve.
	NowX, NowY string
}

// The size of the curve of a moment, in user units.
const (
	sparkWidth  = 120.0
	sparkHeight = 24.0
	sparkPoints = 24
	// sparkDays is how many days a curve shows at least.
	sparkDays = 30.0
)

// days are the moments by day, the newest day first.
func (m Memory) days() []day {
	var out []day
	at := memory.Day(math.MinInt32)
	for i := len(m.Moments) - 1; i >= 0; i-- {
		e := m.Moments[i]
		if e.Day != at {
			at = e.Day
			out = append(out, day{Name: e.Day.Time(time.UTC).Format("Monday 2 January 2006")})
		}
		d := &out[len(out)-1]
		d.Moments = append(d.Moments, m.moment(e))
	}
	return out
}

func (m Memory) moment(e memory.Episode) moment {
	out := moment{
		ID: e.ID.String(), At: e.LastAt.In(m.Now.Location()).Format("15:04"), Text: m.say(e.What), Act: m.say(string(e.Act)),
		Label: memory.LabelOf(e.Salience), Left: int(math.Round(100 * e.Retrievability(m.Now, m.Decay))),
	}
	age := math.Max(m.Now.Sub(e.LastAt).Hours()/24, 0)
	span := math.Max(sparkDays, age*1.3)
	out.Curve = curve(e.Lifespan, m.Decay, span, sparkWidth, sparkHeight, sparkPoints)
	out.NowX = number(age / span * sparkWidth)
	out.NowY = number((1 - e.Retrievability(m.Now, m.Decay)) * sparkHeight)
	return out
}

// curve is how a memory of lifespan s days fades over some days, as a path.
func curve(s, decay, days, width, height float64, points int) string {
	var b strings.Builder
	for i := range points + 1 {
		share := float64(i) / float64(points)
		r := memory.Retrievability(time.Duration(share*days*24*float64(time.Hour)), s, decay)
		verb := "L"
		if i == 0 {
			verb = "M"
		}
		fmt.Fprintf(&b, "%s%s %s", verb, number(share*width), number((1-r)*height))
	}
	return b.String()
}

func number(x float64) string { return fmt.Sprintf("%.1f", x) }

// curves are those of a memory of each weight, over a year.
type curves struct {
	Lines []curveLine
	Ticks []tick
}

type curveLine struct {
	Label  memory.Label
	Path   string
	TextY  string
	Lasts  string
	AtYear int
}

type tick struct{ X, Label string }

// The size of the chart of the curves.
const (
	chartWidth  = 600.0
	chartHeight = 220.0
	chartDays   = 365.0
)

func (m Memory) curves() curves {
	var c curves
	for _, of := range []struct {
		label    memory.Label
		salience float64
	}{{memory.Low, 0.2}, {memory.Medium, 0.5}, {memory.High, 0.75}, {memory.Peak, 0.95}} {
		s := memory.Lifespan(of.salience)
		r := memory.Retrievability(chartDays*24*time.Hour, s, m.Decay)
		c.Lines = append(c.Lines, curveLine{
			Label: of.label, Path: curve(s, m.Decay, chartDays, chartWidth, chartHeight, 60),
			TextY: number((1-r)*chartHeight + 4), Lasts: fmt.Sprintf("%.0f", s), AtYear: int(math.Round(100 * r)),
		})
	}
	for month := 0; month <= 12; month += 3 {
		c.Ticks = append(c.Ticks, tick{number(float64(month) / 12 * chartWidth), fmt.Sprint(month)})
	}
	return c
}
