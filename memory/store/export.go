package store

import (
	"context"
	"database/sql"
	"encoding/json"

	"muisto/memory"
	"muisto/memory/archive"
)

// exportPage is how many episodes or facts are read at a time.
const exportPage = 500

// Export gives every line of the archive of this memory to write, all from one
// state of the file. The order is the same whenever the memory is. Leases, and
// which program a reply streams in from, are not part of it: such a reply counts
// as cut short. An error of write ends it and comes back as it is.
func (s *Store) Export(ctx context.Context, write func(archive.Line) error) error {
	err := s.read(ctx, func(tx *sql.Tx) error {
		x := exporting{tx: tx, write: func(l archive.Line) error {
			if err := write(l); err != nil {
				return sourceError{err}
			}
			return nil
		}}
		for _, step := range []func(context.Context) error{
			x.speakers, x.names, x.conversations, x.messages, x.captures, x.episodes, x.facts,
			x.passes, x.groups, x.changes, x.recalled, x.reviews, x.usage,
		} {
			if err := step(ctx); err != nil {
				return err
			}
		}
		return nil
	})
	return wrapOwn(err, "export the memory")
}

type exporting struct {
	tx    *sql.Tx
	write func(archive.Line) error
}

// each writes the line that scan makes of every row.
func (x exporting) each(ctx context.Context, scan func(row) (archive.Line, error), query string, args ...any) error {
	return each(ctx, x.tx, func(rows *sql.Rows) error {
		line, err := scan(rows)
		if err != nil {
			return err
		}
		return x.write(line)
	}, query, args...)
}

// when is a time that may be missing from the file.
func when(at sql.NullInt64, offset int) archive.Time {
	if !at.Valid {
		return archive.Time{}
	}
	return archive.Time{Time: timeOf(at.Int64, offset)}
}

func (x exporting) speakers(ctx context.Context) error {
	return x.each(ctx, func(r row) (archive.Line, error) {
		var l archive.Speaker
		return &l, r.Scan(&l.Speaker, &l.Stats)
	}, `SELECT key, stats FROM speakers ORDER BY key`)
}

func (x exporting) names(ctx context.Context) error {
	return x.each(ctx, func(r row) (archive.Line, error) {
		var l archive.Name
		var last int64
		var aliases string
		if err := r.Scan(&l.Name, &l.Kind, &l.Uses, &last, &aliases); err != nil {
			return nil, err
		}
		l.LastAt.Time = timeOf(last, 0)
		return &l, json.Unmarshal([]byte(aliases), &l.Aliases)
	}, `SELECT text, type, uses, last_at, (SELECT json_group_array(folded ORDER BY folded) FROM name_aliases WHERE name = names.key)
		FROM names ORDER BY key`)
}

func (x exporting) conversations(ctx context.Context) error {
	return x.each(ctx, func(r row) (archive.Line, error) {
		var l archive.Conversation
		var last int64
		var hidden sql.NullInt64
		err := r.Scan(&l.ID, &l.Title, &last, &hidden)
		l.LastAt.Time, l.HiddenAt = timeOf(last, 0), when(hidden, 0)
		return &l, err
	}, `SELECT c.id, c.title, c.last_at, h.at FROM conversations c
		LEFT JOIN hidden_conversations h ON h.conversation = c.key ORDER BY c.key`)
}

func (x exporting) messages(ctx context.Context) error {
	return x.each(ctx, func(r row) (archive.Line, error) {
		var l archive.Message
		var at int64
		var zone int
		var withdrawn, erased sql.NullInt64
		err := r.Scan(&l.Key, &l.Conversation, &l.ID, &l.OwnID, &l.Parent, &l.Role, &l.Speaker, &at, &zone, &l.Text,
			&l.Stopped, &l.Waiting, &withdrawn, &erased, &l.Mark, &l.Place, &l.Chosen)
		l.SetAt(timeOf(at, zone))
		l.WithdrawnAt, l.ErasedAt = when(withdrawn, 0), when(erased, 0)
		return &l, err
	}, `SELECT m.key, c.id, m.id, m.own_id, coalesce(m.parent, 0), m.role, m.speaker, m.at, m.offset, m.text,
		m.state <> 'finished', m.state = 'streaming' OR EXISTS (SELECT 1 FROM waiting WHERE message = m.key)
		OR EXISTS (SELECT 1 FROM set_aside WHERE message = m.key), w.at, e.at,
		(SELECT mark FROM erased_marks WHERE message = m.key), coalesce(b.place, 0), coalesce(b.chosen, 0)
		FROM messages m JOIN conversations c ON c.key = m.conversation
		LEFT JOIN withdrawn_messages w ON w.message = m.key
		LEFT JOIN erased e ON e.kind = 'message' AND e.key = m.key
		LEFT JOIN branches b ON b.message = m.key ORDER BY m.key`)
}

func (x exporting) captures(ctx context.Context) error {
	return x.each(ctx, func(r row) (archive.Line, error) {
		var l archive.Capture
		var at int64
		var messages string
		if err := r.Scan(&l.Capture, &l.Conversation, &l.Encoder, &at, &messages); err != nil {
			return nil, err
		}
		l.At.Time = timeOf(at, 0)
		return &l, json.Unmarshal([]byte(messages), &l.Messages)
	}, `SELECT k.key, c.id, k.encoder, k.formed_at, json_group_array(d.message ORDER BY d.message)
		FROM captures k JOIN conversations c ON c.key = k.conversation JOIN captured d ON d.capture = k.key
		GROUP BY k.key, c.id, k.encoder, k.formed_at ORDER BY k.key`)
}

func (x exporting) episodes(ctx context.Context) error {
	for after := memory.EpisodeID(0); ; {
		list, err := loadEpisodes(ctx, x.tx, `WHERE e.id > ? ORDER BY e.id LIMIT ?`, after, exportPage)
		if err != nil || len(list) == 0 {
			return err
		}
		lines, at := make([]archive.Episode, len(list)), positions(list)
		for i, e := range list {
			lines[i], after = episodeLine(e), e.ID
		}
		err = each(ctx, x.tx, func(rows *sql.Rows) error {
			var id memory.EpisodeID
			var capture, night int64
			var withdrawn, erased, unlisted sql.NullInt64
			if err := rows.Scan(&id, &capture, &night, &withdrawn, &erased, &unlisted); err != nil {
				return err
			}
			l := &lines[at[id]]
			l.Capture, l.Night = capture, night
			l.WithdrawnAt, l.ErasedAt, l.UnlistedAt = when(withdrawn, 0), when(erased, 0), when(unlisted, 0)
			return nil
		}, `SELECT e.id, e.capture, coalesce(n.pass, 0), w.at, x.at, u.at FROM episodes e LEFT JOIN nights n ON n.episode = e.id
			LEFT JOIN withdrawn_episodes w ON w.episode = e.id LEFT JOIN erased x ON x.kind = 'episode' AND x.key = e.id
			LEFT JOIN unlisted_episodes u ON u.episode = e.id
			WHERE e.id BETWEEN ? AND ?`, list[0].ID, after)
		if err != nil {
			return err
		}
		for i := range lines {
			if err := x.write(&lines[i]); err != nil {
				return err
			}
		}
	}
}

func episodeLine(e memory.Episode) archive.Episode {
	l := archive.Episode{
		ID: archive.EpisodeID(e.ID), What: e.What, About: e.About, Who: notNil(e.Who), When: e.When, WhenAt: archive.Day(e.WhenAt),
		Act: string(e.Act), Actor: string(e.Actor), Names: namesLine(e.Names),
		Salience: e.Salience, Floor: e.Floor, Intensity: e.Intensity, LifespanDays: e.Lifespan,
		FirstAt: archive.Time{Time: e.FirstAt}, LastAt: archive.Time{Time: e.LastAt}, Day: archive.Day(e.Day),
		FormedAt: archive.Time{Time: e.FormedAt}, Conversation: e.Conversation, Lasting: e.Lasting, Sources: []int64{},
	}
	for _, source := range e.Sources {
		l.Sources = append(l.Sources, source.Key)
	}
	return l
}

func namesLine(names []memory.Name) []archive.NameUse {
	list := []archive.NameUse{}
	for _, n := range names {
		list = append(list, archive.NameUse{Name: n.Text, Type: n.Type})
	}
	return list
}
