package main

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// pushes is the role that takes messages. Nobody is on the other side.
type pushes struct {
	*desk
	account *account
}

type message struct {
	To    string `json:"to"`
	Title string `json:"title"`
	Text  string `json:"text"`
}

func (p *pushes) take(w http.ResponseWriter, r *http.Request) {
	token, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !bearer || !p.account.accepts(token, time.Now()) {
		p.refused.Add(1)
		refuse(w, http.StatusUnauthorized, "unauthenticated", "a valid access token is needed")
		return
	}
	var m message
	if err := json.NewDecoder(r.Body).Decode(&m); err != nil || m.To == "" || m.Title == "" {
		p.refused.Add(1)
		refuse(w, http.StatusBadRequest, "invalid_argument", "a message needs a receiver and a title")
		return
	}
	if p.admit(w) && p.work(r.Context()) {
		answer(w, http.StatusOK, map[string]string{"name": "messages/" + strconv.FormatInt(p.done.Load(), 10)})
	}
}
