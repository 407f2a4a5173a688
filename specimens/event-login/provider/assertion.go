package main

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"time"
)

// Clocks of customers may be off by this much.
const skew = 5 * time.Minute

type header struct {
	Algorithm string `json:"alg"`
	KeyID     string `json:"kid"`
}

type claims struct {
	Issuer  string `json:"iss"`
	Subject string `json:"sub"`
	Scope   string `json:"scope"`
	Issued  int64  `json:"iat"`
	Expires int64  `json:"exp"`
}

// verify is what an assertion claims, when its signature is that of the account.
func (a *account) verify(assertion string, now time.Time) (claims, error) {
	var head header
	var body claims
	signed, signature, ok := cutLast(assertion)
	first, second, two := strings.Cut(signed, ".")
	if !ok || !two {
		return body, errors.New("the assertion has not three parts")
	}
	if err := errors.Join(decode(first, &head), decode(second, &body)); err != nil {
		return body, err
	}
	if head.Algorithm != "RS256" || head.KeyID != a.keyID {
		return body, errors.New("the assertion is signed with another key")
	}
	raw, err := base64.RawURLEncoding.DecodeString(signature)
	if err != nil {
		return body, err
	}
	sum := sha256.Sum256([]byte(signed))
	if err := rsa.VerifyPKCS1v15(a.key, crypto.SHA256, sum[:], raw); err != nil {
		return body, err
	}
	return body, a.check(body, now)
}

func (a *account) check(c claims, now time.Time) error {
	switch {
	case c.Issuer != a.email:
		return errors.New("the issuer is not the account")
	case c.Scope == "":
		return errors.New("a scope is needed")
	case time.Unix(c.Issued, 0).After(now.Add(skew)) || time.Unix(c.Expires, 0).Before(now.Add(-skew)):
		return errors.New("the assertion is not valid now")
	}
	return nil
}

func cutLast(text string) (before, after string, found bool) {
	dot := strings.LastIndexByte(text, '.')
	if dot < 0 {
		return text, "", false
	}
	return text[:dot], text[dot+1:], true
}

func decode(part string, into any) error {
	raw, err := base64.RawURLEncoding.DecodeString(part)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, into)
}
