package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"muisto/memory"
	"muisto/memory/store"
)

// The addresses of what can be read without asking a tool.
const (
	factsURI   = "muisto://facts"
	momentsURI = "muisto://moments"
	jsonType   = "application/json"
)

func (v *visitor) addResources(s *sdk.Server) {
	s.AddResource(&sdk.Resource{
		URI: factsURI, Name: "facts", Title: "What is known", MIMEType: jsonType,
		Description: fmt.Sprintf("What is known now, the newest evidence first, %d at most.", mostListed),
	}, v.readFacts)
	s.AddResource(&sdk.Resource{
		URI: momentsURI, Name: "moments", Title: "The last moments", MIMEType: jsonType,
		Description: fmt.Sprintf("The last moments, newest first, %d at most.", mostListed),
	}, v.readMoments)
	s.AddResourceTemplate(&sdk.ResourceTemplate{
		URITemplate: factsURI + "/{id}", Name: "fact", Title: "A fact and its moments", MIMEType: jsonType,
		Description: "One fact (f3), with the moments that it rests on.",
	}, v.readOne(factsURI))
	s.AddResourceTemplate(&sdk.ResourceTemplate{
		URITemplate: momentsURI + "/{id}", Name: "moment", Title: "A moment and its messages", MIMEType: jsonType,
		Description: "One moment (e12), with the messages that it came from.",
	}, v.readOne(momentsURI))
}

func (v *visitor) readFacts(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	_, out, err := v.facts(ctx, nil, factsIn{Limit: mostListed})
	if err != nil {
		return nil, err
	}
	return contents(req, out)
}

func (v *visitor) readMoments(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	episodes, err := v.Store.Episodes(ctx, store.EpisodeQuery{Limit: mostListed})
	if err != nil {
		return nil, err
	}
	out := struct {
		Moments []momentOut `json:"moments"`
	}{Moments: []momentOut{}}
	for _, e := range episodes {
		out.Moments = append(out.Moments, momentGoesOut(e))
	}
	return contents(req, out)
}

// readOne reads what stands under the address of a list.
func (v *visitor) readOne(list string) sdk.ResourceHandler {
	return func(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		id, ok := strings.CutPrefix(req.Params.URI, list+"/")
		if _, fact := memory.ParseFactID(id); !ok || fact != (list == factsURI) {
			return nil, sdk.ResourceNotFoundError(req.Params.URI)
		}
		out, err := v.rests(ctx, id)
		if errors.Is(err, memory.ErrNotFound) {
			return nil, sdk.ResourceNotFoundError(req.Params.URI)
		}
		if err != nil {
			return nil, err
		}
		return contents(req, out)
	}
}

func contents(req *sdk.ReadResourceRequest, v any) (*sdk.ReadResourceResult, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", req.Params.URI, err)
	}
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: req.Params.URI, MIMEType: jsonType, Text: string(text)}}}, nil
}
