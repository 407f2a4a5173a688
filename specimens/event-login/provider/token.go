package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"

// tokens is the role that hands out access tokens.
type tokens struct {
	*desk
	account   *account
	lifetimeS int
}

type issued struct {
	AccessToken string `json:"access_token"`
	ExpiresIn   int    `json:"expires_in"`
	TokenType   string `json:"token_type"`
}

func (t *tokens) exchange(w http.ResponseWriter, r *http.Request) {
	if !t.admit(w) {
		return
	}
	if r.FormValue("grant_type") != grantType {
		t.refused.Add(1)
		refuse(w, http.StatusBadRequest, "unsupported_grant_type", "this endpoint takes signed assertions")
		return
	}
	now := time.Now()
	claims, err := t.account.verify(r.FormValue("assertion"), now)
	if err != nil {
		t.refused.Add(1)
		refuse(w, http.StatusBadRequest, "invalid_grant", err.Error())
		return
	}
	if t.work(r.Context()) {
		expires := now.Add(time.Duration(t.lifetimeS) * time.Second)
		answer(w, http.StatusOK, issued{t.account.issue(claims.Subject, expires), t.lifetimeS, "Bearer"})
	}
}

// issue makes a token that says until when, and for whom when it is one person's, and cannot be made by others.
func (a *account) issue(subject string, expires time.Time) string {
	body := strconv.FormatInt(expires.Unix(), 10) + "." + base64.RawURLEncoding.EncodeToString([]byte(subject))
	return body + "." + a.seal(body)
}

// accepts tells whether a token is one of ours, and still good.
func (a *account) accepts(token string, now time.Time) bool {
	body, seal, ok := cutLast(token)
	until, _, _ := strings.Cut(body, ".")
	expires, err := strconv.ParseInt(until, 10, 64)
	return ok && err == nil && hmac.Equal([]byte(seal), []byte(a.seal(body))) && now.Before(time.Unix(expires, 0))
}

func (a *account) seal(body string) string {
	mac := hmac.New(sha256.New, a.secret)
	mac.Write([]byte(body))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
