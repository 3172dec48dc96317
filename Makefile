# Two commands: `make run` and `make test`. Each does its own set-up.
.PHONY: run test build web check measure fmt

CARGO ?= cargo
BIN := target/release/touchstone

run: build
	$(BIN) play banqi

build:
	$(CARGO) build --release --locked -p touchstone

test: check
	$(CARGO) test --workspace --locked

check:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

fmt:
	$(CARGO) fmt --all
