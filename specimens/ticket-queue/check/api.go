package main

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"sync/atomic"
	"time"
)

// api sends each request to an instance at random.
type api struct {
	urls       []string
	client     http.Client
	unanswered atomic.Int64
}

func newAPI(urls []string) *api {
	transport := &http.Transport{MaxIdleConnsPerHost: 256}
	return &api{urls: urls, client: http.Client{Timeout: 5 * time.Second, Transport: transport}}
}

// answer is a response with the moments between which the service has done what it says.
type answer struct {
	status     int
	start, end time.Time
}

// ask reads the answer into `into`; false when there is none, and when the service says that its store gave none.
func (a *api) ask(method, path, body string, into any) (answer, bool) {
	url := a.urls[rand.IntN(len(a.urls))] + "/api/performances/" + path
	request, err := http.NewRequest(method, url, bytes.NewBufferString(body))
	if err != nil {
		panic(err) // an address of our own making
	}
	request.Header.Set("Content-Type", "application/json")
	start := time.Now()
	response, err := a.client.Do(request)
	if err != nil {
		a.unanswered.Add(1)
		return answer{}, false
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && into != nil && response.StatusCode < 300 {
		err = json.Unmarshal(text, into)
	}
	if err != nil || response.StatusCode >= 500 {
		a.unanswered.Add(1)
		return answer{}, false
	}
	return answer{response.StatusCode, start, time.Now()}, true
}

type status struct {
	Capacity                                 int
	Issued, Admitted, Waiting, Working, Sold int64
}
