package store

import (
	"context"
	"database/sql"
	"encoding/json"

	"muisto/memory"
	"muisto/memory/archive"
)

func (x exporting) facts(ctx context.Context) error {
	for after := memory.FactID(0); ; {
		list, err := loadFacts(ctx, x.tx, `WHERE f.id > ? ORDER BY f.id LIMIT ?`, after, exportPage)
		if err != nil || len(list) == 0 {
			return err
		}
		lines, at := make([]archive.Fact, len(list)), map[memory.FactID]int{}
		for i, f := range list {
			lines[i], at[f.ID], after = factLine(f), i, f.ID
		}
		err = each(ctx, x.tx, func(rows *sql.Rows) error {
			var id memory.FactID
			var status string // of a withdrawn one as it was
			var rev int64
			var withdrawn, erased sql.NullInt64
			if err := rows.Scan(&id, &status, &rev, &withdrawn, &erased); err != nil {
				return err
			}
			l := &lines[at[id]]
			l.Status, l.Revision = status, rev
			l.WithdrawnAt, l.ErasedAt = when(withdrawn, 0), when(erased, 0)
			return nil
		}, `SELECT f.id, f.status, f.rev, w.at, e.at FROM facts f LEFT JOIN withdrawn_facts w ON w.fact = f.id
			LEFT JOIN erased e ON e.kind = 'fact' AND e.key = f.id WHERE f.id BETWEEN ? AND ?`, list[0].ID, after)
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

func factLine(f memory.Fact) archive.Fact {
	l := archive.Fact{
		ID: archive.FactID(f.ID), Text: f.Text, About: f.About, Kind: string(f.Kind), Authority: string(f.Authority),
		Salience: f.Salience, Names: namesLine(f.Names), FormedAt: archive.Time{Time: f.FormedAt},
		EvidenceAt: archive.Time{Time: f.EvidenceAt}, ValidUntil: archive.Day(f.ValidUntil), SupersededBy: archive.FactID(f.SupersededBy),
		RetiredAt: archive.Time{Time: f.RetiredAt}, RetiredBy: string(f.RetiredBy), RetoldAt: archive.Time{Time: f.RetoldAt},
		Reinforced: f.Reinforced, Sources: []archive.EpisodeID{},
	}
	for _, id := range f.Sources {
		l.Sources = append(l.Sources, archive.EpisodeID(id))
	}
	return l
}

func (x exporting) passes(ctx context.Context) error {
	return x.each(ctx, func(r row) (archive.Line, error) {
		var l archive.Pass
		var ran int64
		var zone int
		var thinned string
		err := r.Scan(&l.Pass, &l.Kind, &l.From, &l.To, &ran, &zone, &l.On, &l.Moments, &l.Calls, &l.Alone, &l.Left, &thinned, &l.Finished)
		l.RanAt.Time, l.Thinned = timeOf(ran, zone), json.RawMessage(thinned)
		return &l, err
	}, `SELECT id, kind, from_day, to_day, ran_at, ran_offset, on_day, moments, calls, alone, remaining, thinned, finished
		FROM passes ORDER BY id`)
}

func (x exporting) groups(ctx context.Context) error {
	return x.each(ctx, func(r row) (archive.Line, error) {
		var l archive.Group
		var names, ties, episodes string
		var packed []byte
		if err := r.Scan(&l.Group, &l.Pass, &names, &ties, &packed, &l.Outcome, &l.Reason, &l.Sent, &episodes); err != nil {
			return nil, err
		}
		names, ties, err := unpackGroup(packed, names, ties)
		if err != nil {
			return nil, err
		}
		l.Names, l.Ties, l.Episodes = json.RawMessage(names), json.RawMessage(ties), []archive.EpisodeID{}
		var ids []memory.EpisodeID
		err = json.Unmarshal([]byte(episodes), &ids)
		for _, id := range ids {
			l.Episodes = append(l.Episodes, archive.EpisodeID(id))
		}
		return &l, err
	}, `SELECT key, pass, names, ties, packed, outcome, reason, sent,
		(SELECT json_group_array(episode ORDER BY position) FROM group_members WHERE grp = pass_groups.key)
		FROM pass_groups ORDER BY key`)
}

func (x exporting) changes(ctx context.Context) error {
	return x.each(ctx, func(r row) (archive.Line, error) {
		var l archive.Change
		var at int64
		var zone int
		err := r.Scan(&l.Fact, &l.Effect, &l.By, &l.Pass, &l.Group, &at, &zone)
		l.At.Time = timeOf(at, zone)
		return &l, err
	}, `SELECT fact, effect, coalesce(by, 0), coalesce(pass, 0), coalesce(grp, 0), at, offset FROM fact_changes ORDER BY key`)
}

func (x exporting) recalled(ctx context.Context) error {
	var l *archive.Recalled
	var because becauses
	err := each(ctx, x.tx, func(rows *sql.Rows) error {
		var reply int64
		var position int
		var packed []byte
		var item archive.RecalledItem
		if err := rows.Scan(&reply, &position, &item.Kind, &item.Item, &item.Score, &item.Cue, &item.Retrievability, &item.Because, &packed); err != nil {
			return err
		}
		if l != nil && l.Reply != reply {
			if err := x.write(l); err != nil {
				return err
			}
			l = nil
		}
		if l == nil {
			l = &archive.Recalled{Reply: reply}
			var err error
			if because, err = unpackBecauses(packed); err != nil {
				return err
			}
		}
		item.Because = because.of(position, item.Because)
		l.Items = append(l.Items, item)
		return nil
	}, `SELECT r.reply, position, kind, item, score, cue, retrievability, because, CASE because WHEN '' THEN packed END
		FROM recalled r LEFT JOIN recalled_because b ON b.reply = r.reply ORDER BY r.reply, position`)
	if err != nil || l == nil {
		return err
	}
	return x.write(l)
}

func (x exporting) reviews(ctx context.Context) error {
	return x.each(ctx, func(r row) (archive.Line, error) {
		var l archive.Review
		var at int64
		var zone int
		var before string
		var undone sql.NullInt64
		err := r.Scan(&l.Review, &l.Kind, &at, &zone, &l.Fact, &before, &l.Formed, &l.Message, &l.Episode, &undone)
		l.At.Time, l.Before, l.UndoneAt = timeOf(at, zone), json.RawMessage(before), when(undone, 0)
		return &l, err
	}, `SELECT id, kind, at, offset, fact, before, coalesce(formed, 0), coalesce(message, 0), coalesce(episode, 0), undone_at
		FROM reviews ORDER BY id`)
}
