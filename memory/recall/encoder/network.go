package encoder

import "math"

// matrix is the weights of a linear layer, a row for each output: eight bits
// each, times the scale of the row.
type matrix struct {
	weights string // rows × columns, one int8 each
	scale   []float32
	bias    []float32
	columns int
}

// norm is a layer normalisation (Ba, Kiros and Hinton 2016).
type norm struct {
	gain, bias []float32
}

// layer is one layer of an encoder-only transformer (Vaswani et al. 2017;
// Devlin et al. 2019), normalised after each half.
type layer struct {
	query, key, value, output matrix
	attended                  norm
	up, down                  matrix
	fed                       norm
}

// network is the whole model.
type network struct {
	vocabulary vocabulary
	words      matrix // a row for each piece; no bias
	positions  matrix // a row for each place, the constant type of text added
	embedded   norm
	layers     []layer
	bend       gelu
	heads      int
	hidden     int
}

// epsilon keeps the normalisation from dividing by zero; the model's own.
const epsilon = 1e-12

// lanes is how many tokens a kernel works on at once: buffers hold a multiple
// of it.
const lanes = 4

// scratch is the memory of one forward pass.
type scratch struct {
	x, q, k, v, mixed, sum []float32 // tokens × hidden
	wide                   []float32 // tokens × the width of the feed-forward half
	row                    []float32 // one row of weights, unpacked
	scores                 []float32 // one query against all keys
}

func newScratch(n *network) *scratch {
	wide := len(n.layers[0].up.scale)
	flat := func() []float32 { return make([]float32, MaxTokens*n.hidden) }
	return &scratch{
		x: flat(), q: flat(), k: flat(), v: flat(), mixed: flat(), sum: flat(),
		wide: make([]float32, MaxTokens*wide), row: make([]float32, wide), scores: make([]float32, MaxTokens),
	}
}

// forward returns the vector of a text: the mean over its pieces, scaled to
// unit length (Reimers and Gurevych 2019).
func (n *network) forward(pieces []int, s *scratch) []float32 {
	count := len(pieces)
	for t, piece := range pieces {
		x := s.x[t*n.hidden : (t+1)*n.hidden]
		n.words.unpack(piece, x)
		n.positions.unpack(t, s.row[:n.hidden])
		add(x, s.row[:n.hidden])
	}
	n.embedded.apply(s.x, count)
	for i := range n.layers {
		n.layers[i].forward(s, count, n.heads, n.bend)
	}
	return meanOf(s.x, count, n.hidden)
}

func (l *layer) forward(s *scratch, count, heads int, bend gelu) {
	l.query.apply(s.q, s.x, count, s.row)
	l.key.apply(s.k, s.x, count, s.row)
	l.value.apply(s.v, s.x, count, s.row)
	attend(s, count, heads, len(l.query.scale))
	l.output.apply(s.sum, s.mixed, count, s.row)
	add(s.x, s.sum[:count*len(l.output.scale)])
	l.attended.apply(s.x, count)

	l.up.apply(s.wide, s.x, count, s.row)
	bend.apply(s.wide[:count*len(l.up.scale)])
	l.down.apply(s.sum, s.wide, count, s.row)
	add(s.x, s.sum[:count*len(l.down.scale)])
	l.fed.apply(s.x, count)
}

// attend mixes the values by how well queries and keys agree, head by head.
func attend(s *scratch, count, heads, hidden int) {
	size := hidden / heads
	root := float32(1 / math.Sqrt(float64(size)))
	for h := range heads {
		for t := range count {
			query := s.q[t*hidden+h*size:][:size]
			scores := s.scores[:count]
			for u := range scores {
				scores[u] = dot(query, s.k[u*hidden+h*size:][:size]) * root
			}
			softmax(scores)
			out := s.mixed[t*hidden+h*size:][:size]
			clear(out)
			for u, weight := range scores {
				for i, v := range s.v[u*hidden+h*size:][:size] {
					out[i] += weight * v
				}
			}
		}
	}
}

// unpack writes row i into out.
func (m *matrix) unpack(i int, out []float32) {
	unpack(out, m.weights[i*m.columns:(i+1)*m.columns])
	for j := range out {
		out[j] *= m.scale[i]
	}
}

// apply writes m·x + bias for each of count tokens. Both slices have room for
// count rounded up to lanes; what is there beyond count is of no meaning.
func (m *matrix) apply(out, x []float32, count int, row []float32) {
	rows := len(m.scale)
	row = row[:m.columns]
	var sums [lanes]float32
	for j := range rows {
		unpack(row, m.weights[j*m.columns:(j+1)*m.columns])
		for t := 0; t < count; t += lanes {
			dots(&sums, row, x[t*m.columns:(t+lanes)*m.columns])
			for i, v := range sums {
				out[(t+i)*rows+j] = v*m.scale[j] + m.bias[j]
			}
		}
	}
}

// apply normalises each of count tokens in place.
func (n *norm) apply(x []float32, count int) {
	width := len(n.gain)
	for t := range count {
		row := x[t*width : (t+1)*width]
		var mean, spread float64
		for _, v := range row {
			mean += float64(v)
		}
		mean /= float64(width)
		for _, v := range row {
			spread += (float64(v) - mean) * (float64(v) - mean)
		}
		scale := 1 / math.Sqrt(spread/float64(width)+epsilon)
		for i, v := range row {
			row[i] = float32((float64(v)-mean)*scale)*n.gain[i] + n.bias[i]
		}
	}
}

func meanOf(x []float32, count, width int) []float32 {
	mean := make([]float32, width)
	for t := range count {
		add(mean, x[t*width:(t+1)*width])
	}
	length := float32(math.Sqrt(float64(dot(mean, mean))))
	for i := range mean {
		mean[i] /= max(length, epsilon)
	}
	return mean
}

func add(x, y []float32) {
	for i, v := range y {
		x[i] += v
	}
}

// softmax turns scores into shares of one.
func softmax(x []float32) {
	top := x[0]
	for _, v := range x {
		top = max(top, v)
	}
	sum := float32(0)
	for i, v := range x {
		x[i] = float32(math.Exp(float64(v - top)))
		sum += x[i]
	}
	for i := range x {
		x[i] /= sum
	}
}
