# Two ways in: `make demo` shows a verdict, `make test` passes the tests. Everything else is `cargo xtask`.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.PHONY: demo test build tools

TARGET_DIR := $(or $(CARGO_TARGET_DIR),target)
DEMO := $(TARGET_DIR)/release/tightspot bench member-lookup --variants before --demo
DEMO_TRUTH := connection-held-across-remote-call

# Starts the member-lookup specimen with its fault, puts it under load and prints the verdict.
# DEMO_CHECK=1 judges the verdict instead: the exit code tells whether it names the true cause. A wrong name fails at once; where nothing can be
# said it is asked again, three times in all, and skipped only if the machine itself is shown to stall.
demo: build
ifeq ($(DEMO_CHECK),1)
	for attempt in 1 2 3; do
		$(DEMO) --json > $(TARGET_DIR)/demo.json
		code=0
		cargo xtask expect $(DEMO_TRUTH) < $(TARGET_DIR)/demo.json || code=$$?
		[ $$code = 75 ] || exit $$code
		echo "attempt $$attempt: no verdict" >&2
		! cargo xtask stalls || stalled=1
	done
	[ -n "$${stalled:-}" ] || { echo "no verdict in three attempts on a machine that does not stall" >&2; exit 1; }
	echo "SKIPPED (1): the verdict end to end, because this machine stalls" >&2
else
	$(DEMO)
endif

test:
	cargo xtask tidy
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets -- -D warnings
	cargo test --locked --workspace

build: tools
	cargo build --locked --release

# What the demo needs on this machine; all that is missing is said at once.
tools:
	@missing=0
	need() { echo "missing: $$1" >&2; echo "   try:  $$2" >&2; missing=1; }
	command -v cargo >/dev/null || need "cargo (Rust 1.90 or later)" "https://rustup.rs"
	java=$$(java -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -n 1 || true)
	[ "$${java:-0}" -ge 17 ] || need "java 17 or later (found: $${java:-none})" "apt-get install openjdk-17-jdk-headless"
	command -v mvn >/dev/null || need "mvn (builds the specimen's service)" "apt-get install maven"
	command -v go >/dev/null || need "go (builds the specimen's other processes)" "https://go.dev/dl"
	[ "$$missing" = 0 ]
