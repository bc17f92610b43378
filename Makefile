# Grove's tasks. `make` alone builds; `make test` is what a change must pass.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build

GO ?= go
# The product is built without cgo; only race tests need it.
export CGO_ENABLED := 0

SOURCE := cmd community cypher ingest internal query schema web
NEO4J_SERVER := internal/storetest/neo4j/neo4j-server.sh
NEO4J_DIR ?= .neo4j

# Packages whose code or tests start goroutines: looked up, so that none is forgotten. Not those of
# cmd and web/uitest: what they test is a binary of its own, built without the race detector.
GOROUTINE := (^|[[:space:]])go (func|[[:alpha:]][[:alnum:]_.]*)\(|errgroup\.|\.Go\(func|t\.Parallel\(|query\.Fan\(
RACE = $(shell grep -rlE --include='*.go' '$(GOROUTINE)' $(filter-out cmd,$(SOURCE)) | xargs -rn1 dirname | grep -v '^web/uitest$$' | sort -u | sed 's|^|./|')
# The packages with the longest tests begin first, so that none runs alone at the end.
LONGEST = ./web/uitest ./cypher ./cmd/grove ./web ./internal/app
# Tests wait for Neo4j, Chromium and disks: one package more at a time than the machine has cores.
PACKAGES_AT_ONCE = $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))
# Packages with tests over downloaded data (build tag "data").
WITH_DATA = $(shell grep -rlE --include='*_test.go' '^//go:build data$$' $(SOURCE) | xargs -rn1 dirname | sort -u | sed 's|^|./|')

.PHONY: build test test-short test-stores test-go test-race race-go test-data lint vet staticcheck bench ui ui-check neo4j neo4j-stop clean schemathesis torture notices

## build: bin/grove
build:
	$(GO) build -o bin/grove ./cmd/grove

# $(call on_neo4j,TARGET) makes TARGET with a Neo4j: that of NEO4J_URI (NEO4J_USER, NEO4J_PASSWORD), else one started by Java and
# Maven; else the tests try Docker, or say that Neo4j was left out (with CI set: fail).
define on_neo4j
if [ -z "$${NEO4J_URI:-}" ] && command -v java >/dev/null && command -v mvn >/dev/null; then \
  $(NEO4J_SERVER) run $(MAKE) --no-print-directory $(1); \
else \
  $(MAKE) --no-print-directory $(1); \
fi
endef

## test: linters, and all tests on both stores; on a Neo4j of NEO4J_URI, or one started by Java and Maven
test: vet # it compiles what staticcheck and tests, side by side, both need
	@$(MAKE) --no-print-directory -j2 staticcheck test-stores

test-stores:
	+@$(call on_neo4j,test-go)

test-go: # without the vetting of go test, as vet checks more
	@echo "== go test"
	@log=$$(mktemp); trap 'rm -f "$$log"' EXIT; set -x; \
	GROVE_CONFORMANCE_LOG=$$log $(GO) test -count=1 -vet=off -timeout 20m -p $(PACKAGES_AT_ONCE) $(LONGEST) ./...; \
	set +x; echo "== store conformance"; \
	[ -s "$$log" ] || { echo "no store ran the conformance cases" >&2; exit 1; }; \
	cat "$$log"

## test-race: the tests of what starts goroutines, with the race detector, which needs a C compiler; on both stores
test-race:
	@command -v gcc >/dev/null || command -v clang >/dev/null || { echo "race tests need a C compiler" >&2; exit 1; }
	@$(call on_neo4j,race-go)

race-go:
	@echo "== go test -race"
	CGO_ENABLED=1 $(GO) test -race -short -timeout 20m $(filter $(LONGEST),$(RACE)) $(RACE)

## test-short: quick tests on what changed, without linters, races or a Neo4j of its own
test-short:
	$(GO) test -short ./...

## test-data: tests over downloaded data, make test-data DATA=dir
test-data:
	@[ -d "$(DATA)" ] || { echo "give the folder of the data: make test-data DATA=dir" >&2; exit 2; }
	@[ -n "$(WITH_DATA)" ] || { echo "no test carries the build tag data" >&2; exit 1; }
	GROVE_TEST_DATA="$(abspath $(DATA))" $(GO) test -count=1 -timeout 30m -tags data $(WITH_DATA)

## lint: gofmt, go vet and the pinned staticcheck (tools/go.mod)
lint: vet staticcheck

vet:
	@echo "== gofmt, go vet"
	@unformatted=$$(gofmt -l $(SOURCE)); \
	[ -z "$$unformatted" ] || { echo "not gofmt'ed:" $$unformatted >&2; exit 1; }
	$(GO) vet -tags data,torture,large ./...

staticcheck:
	@echo "== staticcheck"
	$(GO) tool -modfile=tools/go.mod staticcheck -tags data,torture,large ./...

## bench: every benchmark, or make bench BENCH=Neighbours
bench:
	$(GO) test -run '^$$' -bench '$(or $(BENCH),.)' -benchmem ./...

## ui: web/ui/dist, the explorer's page, which is committed. Needs Node 20.19 or later.
ui: web/ui/node_modules/.package-lock.json
	npm --prefix web/ui run --silent build

# What package-lock.json names, to the byte.
web/ui/node_modules/.package-lock.json: web/ui/package-lock.json
	npm --prefix web/ui ci --no-audit --no-fund
	touch $@

## ui-check: the page's own tests, and that web/ui/dist is what its source gives
ui-check: web/ui/node_modules/.package-lock.json
	npm --prefix web/ui test --silent
	@built=$$(mktemp -d); trap 'rm -rf "$$built"' EXIT; \
	(cd web/ui && npx tsc --noEmit && npx vite build --logLevel warn --outDir "$$built"); \
	diff -r "$$built" web/ui/dist || { echo "web/ui/dist is not what its source gives: run make ui and commit it" >&2; exit 1; }

## neo4j: start a throw-away Neo4j in NEO4J_DIR and print its address; neo4j-stop ends it
neo4j:
	@$(NEO4J_SERVER) start $(NEO4J_DIR)

neo4j-stop:
	@$(NEO4J_SERVER) stop $(NEO4J_DIR)

## notices: THIRD_PARTY_NOTICES.txt, the licences of what the binary contains
notices: web/ui/node_modules/.package-lock.json
	$(GO) test -count=1 -run TestNotices ./internal/deploytest -update

## schemathesis: hold a running service to its OpenAPI document, from outside. Needs Python 3.
schemathesis:
	@web/schemathesis.sh

## torture: kills, restarts of Neo4j, damaged files, full disks, all random histories; prints what happened (half an hour)
torture:
	$(GO) test -count=1 -timeout 40m -tags torture -run 'TestConformance|TestHistoryDoesNotShow' ./cypher ./internal/app
	$(GO) test -count=1 -timeout 40m -tags torture -v -run 'TestKilled|TestNeo4jRestarted|TestServeWhileNeo4jRestarts|TestDamagedFiles|TestFullDisk' \
	  ./cmd/grove | grep -vE '^ *=== |level='

## clean: remove what these tasks made
clean:
	@[ ! -e $(NEO4J_DIR)/pid ] || $(NEO4J_SERVER) stop $(NEO4J_DIR)
	rm -rf bin $(NEO4J_DIR)
