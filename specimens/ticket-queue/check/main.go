// Command check does random things to a waiting room, as many people at once and over several instances, and holds every answer against the
// rules: numbers in order, nobody lost, doubled or overtaken, never more in the working space than there is room.
//
// An answer that never came leaves open whether the thing was done. Whatever is judged is judged so that both are allowed.
package main

import (
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	log.SetFlags(0)
	urls := flag.String("urls", "http://127.0.0.1:8080", "instances, by commas")
	operations := flag.Int64("operations", 20_000, "requests that get an answer")
	clients := flag.Int("clients", 32, "people at once")
	seed := flag.Uint64("seed", 1, "of what they do")
	rate := flag.Float64("rate", 0, "requests a second, all together; 0: as fast as the answers come")
	idle := flag.Duration("idle", 3*time.Second, "what the service has as TICKETS_IDLE_AFTER")
	patience := flag.Duration("patience", 3*time.Minute, "for the rest of the queues at the end")
	performances := flag.String("performances", "1,7,10", "which are used, by commas")
	flag.Parse()

	api := newAPI(strings.Split(*urls, ","))
	var queues []*queue
	for _, id := range strings.Split(*performances, ",") {
		q, err := newQueue(id, *idle, api)
		if err != nil {
			log.Fatalf("error: cannot ask for the queue of performance %s\ncause: %v", id, err)
		}
		queues = append(queues, q)
	}
	began := time.Now()
	var done atomic.Int64
	var all sync.WaitGroup
	for n := 0; n < *clients; n++ {
		all.Add(1)
		go func() {
			defer all.Done()
			random := rand.New(rand.NewPCG(*seed, uint64(n)))
			pace := newPace(*rate / float64(*clients))
			for done.Load() < *operations {
				pace.wait()
				if queues[random.IntN(len(queues))].something(random) {
					done.Add(1)
				} else {
					time.Sleep(20 * time.Millisecond) // an instance that is down answers at once
				}
			}
		}()
	}
	all.Wait()
	fmt.Printf("%d operations in %.1f s by %d clients, %d without an answer\n", done.Load(), time.Since(began).Seconds(), *clients, api.unanswered.Load())
	wrong := 0
	for _, q := range queues {
		all.Add(1)
		go func() {
			defer all.Done()
			q.drain(*patience)
		}()
	}
	all.Wait()
	for _, q := range queues {
		fmt.Println(q.summary())
		for _, what := range q.wrong {
			fmt.Println("  WRONG:", what)
		}
		wrong += len(q.wrong)
	}
	if wrong > 0 {
		fmt.Printf("%d rules broken\n", wrong)
		os.Exit(1)
	}
	fmt.Println("no number lost, doubled or out of order, the bound kept")
}

// pace spaces the requests of one client evenly.
type pace struct {
	every time.Duration
	next  time.Time
}

func newPace(rate float64) *pace {
	if rate <= 0 {
		return &pace{}
	}
	return &pace{every: time.Duration(float64(time.Second) / rate), next: time.Now()}
}

func (p *pace) wait() {
	if p.every > 0 {
		time.Sleep(time.Until(p.next))
		p.next = p.next.Add(p.every)
	}
}
