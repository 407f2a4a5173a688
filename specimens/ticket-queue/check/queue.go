package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sort"
	"strconv"
	"sync"
	"time"
)

// slack is for clocks that count whole milliseconds.
const slack = 5 * time.Millisecond

// queue is what is known of the queue of a performance.
type queue struct {
	id       string
	capacity int
	idle     time.Duration
	api      *api

	mu sync.Mutex
	// tickets by number; open are those whose turn has not passed, in order of their numbers as a rule
	tickets map[int64]*ticket
	open    []*ticket
	// first is the last number before the first of ours; issued the last number of which somebody knew; admitted one whose turn is known to have come
	first, issued, admitted int64
	// answers that never came
	lostEntries, lostPurchases int64
	bought                     int64
	wrong                      []string
}

func newQueue(id string, idle time.Duration, api *api) (*queue, error) {
	var now status
	if _, ok := api.ask("GET", id+"/queue", "", &now); !ok {
		return nil, errors.New("no answer")
	}
	q := &queue{id: id, capacity: now.Capacity, idle: idle, api: api, tickets: map[int64]*ticket{}, first: now.Issued, issued: now.Issued, admitted: now.Admitted}
	return q, nil
}

// something does what somebody might do; false when there was no answer.
func (q *queue) something(random *rand.Rand) bool {
	chance := random.IntN(100)
	switch {
	case chance < 18:
		return q.enter()
	case chance < 24:
		return q.look()
	}
	t := q.choose(random)
	if t == nil {
		return q.enter()
	}
	defer t.mu.Unlock()
	switch {
	case chance < 32:
		return q.leave(t)
	case chance < 45:
		return q.purchase(t)
	}
	return q.poll(t)
}

// choose locks an open ticket: one of the first as a rule, for nothing happens to the others.
func (q *queue) choose(random *rand.Rand) *ticket {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.open) == 0 {
		return nil
	}
	among := len(q.open)
	if random.IntN(4) > 0 {
		among = min(among, 2*q.capacity+4)
	}
	for range 8 {
		if t := q.open[random.IntN(among)]; t.mu.TryLock() {
			if !t.over {
				return t
			}
			t.mu.Unlock()
		}
	}
	return nil
}

func (q *queue) path(t *ticket) string {
	return q.id + "/queue/" + strconv.FormatInt(t.number, 10)
}

func (q *queue) complain(format string, values ...any) {
	q.wrong = append(q.wrong, fmt.Sprintf("performance "+q.id+": "+format, values...))
}

func (q *queue) enter() bool {
	q.mu.Lock()
	before := q.issued
	q.mu.Unlock()
	var got struct{ Number int64 }
	at, ok := q.api.ask("POST", q.id+"/queue", `{"email":"somebody@check.example"}`, &got)
	q.mu.Lock()
	defer q.mu.Unlock()
	if !ok {
		q.lostEntries++
		return false
	}
	if got.Number <= before {
		q.complain("number %d was handed out after %d", got.Number, before)
	}
	if q.tickets[got.Number] != nil {
		q.complain("number %d was handed out twice", got.Number)
		return true
	}
	t := &ticket{number: got.Number, waited: at.start}
	q.tickets[got.Number] = t
	at2 := sort.Search(len(q.open), func(n int) bool { return q.open[n].number > t.number })
	q.open = append(q.open, nil)
	copy(q.open[at2+1:], q.open[at2:])
	q.open[at2] = t
	q.issued = max(q.issued, got.Number)
	return true
}

// look asks for the whole queue.
func (q *queue) look() bool {
	q.mu.Lock()
	issued, admitted := q.issued, q.admitted
	q.mu.Unlock()
	var now status
	if _, ok := q.api.ask("GET", q.id+"/queue", "", &now); !ok {
		return false
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if now.Working > int64(q.capacity) {
		q.complain("%d are in the working space, which has room for %d", now.Working, q.capacity)
	}
	if now.Issued < issued || now.Admitted < admitted || now.Admitted > now.Issued {
		q.complain("counters went back: issued %d after %d, admitted %d after %d", now.Issued, issued, now.Admitted, admitted)
	}
	q.admitted = max(q.admitted, now.Admitted)
	return true
}

// close is called when the turn of a ticket has passed, with the ticket locked.
func (q *queue) close(t *ticket) {
	t.over = true
	at := sort.Search(len(q.open), func(n int) bool { return q.open[n].number >= t.number })
	if at < len(q.open) && q.open[at] == t {
		q.open = append(q.open[:at], q.open[at+1:]...)
	}
}

// drain lets everybody buy who still waits, and then counts.
func (q *queue) drain(patience time.Duration) {
	began := time.Now()
	for time.Since(began) < patience {
		q.mu.Lock()
		next := append([]*ticket(nil), q.open[:min(len(q.open), 2*q.capacity+4)]...)
		q.mu.Unlock()
		if len(next) == 0 {
			break
		}
		for _, t := range next {
			t.mu.Lock()
			answered := t.over || q.poll(t) && (t.over || !t.working || q.purchase(t))
			t.mu.Unlock()
			if !answered {
				time.Sleep(100 * time.Millisecond)
			}
		}
	}
	q.count()
}

func (q *queue) count() {
	var now status
	ok := false
	for tries := 0; tries < 100 && !ok; tries++ {
		if _, ok = q.api.ask("GET", q.id+"/queue", "", &now); !ok {
			time.Sleep(200 * time.Millisecond)
		}
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.open) > 0 {
		q.complain("%d numbers never had their turn, the first is %d", len(q.open), q.open[0].number)
	}
	if nobodys := now.Issued - q.first - int64(len(q.tickets)); nobodys < 0 || nobodys > q.lostEntries {
		q.complain("%d numbers belong to nobody, %d entries had no answer", nobodys, q.lostEntries)
	}
	if now.Sold < q.bought || now.Sold > q.bought+q.lostPurchases {
		q.complain("%d were sold, %d were told so, %d had no answer", now.Sold, q.bought, q.lostPurchases)
	}
	if most := mostAtOnce(q.tickets); most > q.capacity {
		q.complain("%d were in the working space at the same time, which has room for %d", most, q.capacity)
	}
}

func (q *queue) summary() string {
	most := mostAtOnce(q.tickets)
	return fmt.Sprintf("performance %s: %d numbers, %d bought, surely at once in the working space at most %d of %d, entries without an answer %d",
		q.id, len(q.tickets), q.bought, most, q.capacity, q.lostEntries)
}
