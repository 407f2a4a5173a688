package main

import (
	"sort"
	"sync"
	"time"
)

// ticket is what its holder knows. One request at a time is sent for it.
type ticket struct {
	mu     sync.Mutex
	number int64
	// a moment at which, or after which, it surely waited: it was admitted later
	waited time.Time
	ahead  int64
	polled bool
	// it was surely in the working space from first to last
	working     bool
	first, last time.Time
	// somebody tried to give it back or to buy; whether that was done
	leaving, buying bool
	over            bool
}

// mayHavePassed: it had its turn and was idle for too long, or its holder ended it.
func (q *queue) mayHavePassed(t *ticket, end time.Time) bool {
	return t.leaving || t.buying || end.Sub(t.waited) >= q.idle-slack
}

func (q *queue) poll(t *ticket) bool {
	q.mu.Lock()
	admitted := q.admitted
	q.mu.Unlock()
	var place struct {
		State string
		Ahead int64
	}
	at, ok := q.api.ask("GET", q.path(t), "", &place)
	if !ok {
		return false
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if at.status == 404 {
		q.complain("number %d is not known any more", t.number)
		q.close(t)
		return true
	}
	switch place.State {
	case "WAITING":
		if t.number <= admitted {
			q.complain("number %d was overtaken by %d", t.number, admitted)
		}
		if t.working {
			q.complain("number %d waits again", t.number)
		}
		if place.Ahead < 0 || t.polled && place.Ahead > t.ahead {
			q.complain("number %d went back: %d ahead after %d", t.number, place.Ahead, t.ahead)
		}
		t.waited, t.ahead, t.polled = at.start, place.Ahead, true
	case "WORKING":
		t.isWorking(at.start, at.end)
		q.admitted = max(q.admitted, t.number)
	case "PASSED":
		if !q.mayHavePassed(t, at.end) {
			q.complain("number %d lost its turn, %s after it waited", t.number, at.end.Sub(t.waited))
		}
		q.admitted = max(q.admitted, t.number)
		q.close(t)
	case "LEFT":
		if !t.leaving {
			q.complain("number %d is lost", t.number)
		}
		q.close(t)
	default:
		q.complain("number %d is %q", t.number, place.State)
	}
	return true
}

func (t *ticket) isWorking(start, end time.Time) {
	if !t.working {
		t.working, t.first = true, end
	}
	t.last = start
}

func (q *queue) leave(t *ticket) bool {
	at, ok := q.api.ask("DELETE", q.path(t), "", nil)
	q.mu.Lock()
	defer q.mu.Unlock()
	if ok && at.status == 410 && !q.mayHavePassed(t, at.end) {
		q.complain("number %d was gone when its holder wanted to leave", t.number)
	}
	t.leaving = true
	if ok && at.status == 204 {
		q.close(t)
	}
	return ok
}

func (q *queue) purchase(t *ticket) bool {
	at, ok := q.api.ask("POST", q.path(t)+"/purchase", "", nil)
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case !ok:
		q.lostPurchases++
		t.buying = true
	case at.status == 200:
		t.isWorking(at.start, at.end)
		q.admitted = max(q.admitted, t.number)
		q.bought++
		q.close(t)
	case t.working && !q.mayHavePassed(t, at.end):
		q.complain("number %d works and may not buy", t.number)
	}
	return ok
}

// mostAtOnce counts how many were surely in the working space at the same moment.
func mostAtOnce(tickets map[int64]*ticket) int {
	type edge struct {
		at   time.Time
		step int
	}
	var edges []edge
	for _, t := range tickets {
		if t.working && t.last.After(t.first) {
			edges = append(edges, edge{t.first, 1}, edge{t.last, -1})
		}
	}
	sort.Slice(edges, func(a, b int) bool { return edges[a].at.Before(edges[b].at) })
	now, most := 0, 0
	for _, e := range edges {
		now += e.step
		most = max(most, now)
	}
	return most
}
