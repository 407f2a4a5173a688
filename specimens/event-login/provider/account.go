package main

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
)

// account is the one customer of this provider.
type account struct {
	email string
	keyID string
	key   *rsa.PublicKey
	// what signs the access tokens; both roles derive it from the same file
	secret []byte
	fields map[string]any
}

func readAccount(path string) (*account, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	a := &account{}
	if err := json.Unmarshal(text, &a.fields); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	a.email, _ = a.fields["client_email"].(string)
	a.keyID, _ = a.fields["private_key_id"].(string)
	private, _ := a.fields["private_key"].(string)
	block, _ := pem.Decode([]byte(private))
	if block == nil {
		return nil, fmt.Errorf("read %s: private_key is not PEM", path)
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	key, ok := parsed.(*rsa.PrivateKey)
	if !ok {
		return nil, errors.New("the key of the account is not of RSA")
	}
	a.key = &key.PublicKey
	a.secret = x509.MarshalPKCS1PublicKey(a.key)
	return a, nil
}

// hand writes the file that the customer gets, with the address of the token endpoint in it.
func (a *account) hand(path, tokenURI string) error {
	a.fields["token_uri"] = tokenURI
	text, err := json.MarshalIndent(a.fields, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o600)
}
