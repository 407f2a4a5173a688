package main

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"testing"
	"time"
)

var noon = time.Unix(1_750_000_000, 0)

func TestAnAssertionIsTakenFromTheAccountOnly(t *testing.T) {
	own, other := testAccount(t, "push@x"), testAccount(t, "push@x")
	good := claims{Issuer: "push@x", Scope: "messages", Issued: noon.Unix(), Expires: noon.Add(time.Hour).Unix()}
	late, nobody := good, good
	late.Expires = noon.Add(-time.Hour).Unix()
	nobody.Issuer = "push@y"
	for name, c := range map[string]struct {
		assertion string
		taken     bool
	}{
		"its own":             {own.sign(t, good), true},
		"with another key":    {other.sign(t, good), false},
		"expired":             {own.sign(t, late), false},
		"of another issuer":   {own.sign(t, nobody), false},
		"without a signature": {"e30.e30.", false},
		"no assertion at all": {"hello", false},
	} {
		if _, err := own.verify(c.assertion, noon); (err == nil) != c.taken {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestATokenIsGoodUntilItExpires(t *testing.T) {
	a := testAccount(t, "push@x").account
	token := a.issue("member@x", noon.Add(time.Hour))
	if !a.accepts(token, noon) || a.accepts(token, noon.Add(2*time.Hour)) || a.accepts("9"+token, noon) || a.accepts("", noon) {
		t.Error(token)
	}
}

func TestTheBucketLetsInTheRateAndABurst(t *testing.T) {
	l := newLimit(10, 5, noon)
	let := 0
	for i := range 1000 {
		if l.take(noon.Add(time.Duration(i) * 10 * time.Millisecond)) {
			let++
		}
	}
	if let < 103 || let > 105 {
		t.Errorf("%d of 1000 in 10 s", let)
	}
}

type signer struct {
	*account
	private *rsa.PrivateKey
}

func testAccount(t *testing.T, email string) signer {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return signer{&account{email: email, keyID: "k", key: &key.PublicKey, secret: []byte("s")}, key}
}

func (s signer) sign(t *testing.T, c claims) string {
	t.Helper()
	part := func(v any) string {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return base64.RawURLEncoding.EncodeToString(text)
	}
	signed := part(header{Algorithm: "RS256", KeyID: "k"}) + "." + part(c)
	sum := sha256.Sum256([]byte(signed))
	raw, err := rsa.SignPKCS1v15(rand.Reader, s.private, crypto.SHA256, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	return signed + "." + base64.RawURLEncoding.EncodeToString(raw)
}
