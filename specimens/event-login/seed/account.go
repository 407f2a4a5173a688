package main

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"os"
	"path/filepath"
)

// account is a service account as providers hand it out. Where its tokens are fetched is filled in by the provider, which knows its port.
type account struct {
	Type         string `json:"type"`
	ProjectID    string `json:"project_id"`
	PrivateKeyID string `json:"private_key_id"`
	PrivateKey   string `json:"private_key"`
	ClientEmail  string `json:"client_email"`
	ClientID     string `json:"client_id"`
	AuthURI      string `json:"auth_uri"`
	TokenURI     string `json:"token_uri"`
}

func writeAccount(folder string) error {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	id := sha1.Sum(x509.MarshalPKCS1PublicKey(&key.PublicKey))
	text, err := json.MarshalIndent(account{
		Type:         "service_account",
		ProjectID:    "lantern-festival",
		PrivateKeyID: hex.EncodeToString(id[:]),
		PrivateKey:   string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})),
		ClientEmail:  "push@lantern-festival.accounts.example",
		ClientID:     "104857600000000000000",
		AuthURI:      "https://accounts.example/auth",
	}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "service-account.json"), append(text, '\n'), 0o600)
}
