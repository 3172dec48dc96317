# Two commands: `make run` and `make test`. Each does its own set-up.
.PHONY: run test build web packages rust-check rust-test web-test browser-test measure fmt clean

CARGO ?= cargo
NPM := $(shell command -v npm 2>/dev/null)
BIN := target/release/touchstone
# Optimised, with the checks left in: what the tests run.
TEST_BIN := $(CURDIR)/target/debug/touchstone

# Builds the page and the binary and opens the board.
run: build
	$(BIN) serve

build: web
	$(CARGO) build --release --locked -p touchstone

# The page goes into the binary. Without Node.js a page that says so takes its place.
web:
ifneq ($(NPM),)
	cd web && npm ci --no-audit --no-fund --loglevel=error && npm run --silent build
else
	@echo "notice: npm is not installed; the binary is built without the page" >&2
endif

test: packages web rust-check rust-test web-test browser-test

packages:
	@sh scripts/need.sh chromium:chromium nats-server:'nats-server|/usr/sbin/nats-server' \
	  gaviotatb:/usr/share/gaviotatb stockfish:'stockfish|/usr/games/stockfish'

rust-check:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

rust-test:
	$(CARGO) test --workspace --locked

web-test:
ifneq ($(NPM),)
	cd web && npm run --silent check && npm run --silent test
endif

browser-test:
ifneq ($(NPM),)
	$(CARGO) build --locked -p touchstone
	cd web && TOUCHSTONE_BIN=$(TEST_BIN) npm run --silent e2e
endif

# Long measurements; each step can be stopped and goes on where it was.
measure:
	sh scripts/measure.sh

fmt:
	$(CARGO) fmt --all
