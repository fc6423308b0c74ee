# A thin front of meson and ninja. `make help` lists the targets.

# The system's python3 first: it is the one meson runs with.
export PATH := /usr/bin:/bin:$(PATH)

PREFIX ?= /usr/local
ARGS ?=
FUZZ_TIME ?= 60
FUZZ ?= $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))

all: ## build build/tambo (the default)
	@tools/configure build
	@ninja -C build tambo

run: ## install what is missing, build, and start the server: make run ARGS="--host 0.0.0.0"
	@tools/setup build
	@tools/configure build
	@ninja -C build tambo
	@build/tambo serve $(ARGS)

check: ## for every day: one compiler, less of each random test, a walk through each game in the browser
	@tools/setup test
	@tools/test --check

test: ## install what is missing, then build and test with gcc, clang, sanitizers, WebAssembly, a browser
	@tools/setup test
	@tools/test

measured:
	@tools/setup test
	@tools/configure build -Dtests=true
	@ninja -C build

shots: measured ## take pictures of every page and state, in all languages and sizes: build/shots
	@TAMBO_SHOTS=$(CURDIR)/build/shots meson test -C build --no-rebuild --suite browser

bench: measured ## measure speeds and print the signature of all games
	@build/bench/bench
	@build/bench/bench_unique
	@build/bench/bench_odds
	@build/bench/bench_make
	@build/bench/bench_store
	@if [ -d build/web ]; then node bench/web.mjs build/web; fi
	@if [ -f build/tambo_lab.wasm ] && command -v node >/dev/null; then \
	    node bench/lab.mjs build/tambo_lab.wasm && node bench/bots.mjs build/tambo_lab.wasm; fi

simulate: measured ## the server in worlds that are made up: make simulate SEEDS=100000
	@build/sim/sim --jobs $$(nproc) --seeds $(or $(SEEDS),10000)
wander: measured ## people who tap at random through all games in a browser: make wander SEEDS=1000, ARGS="--from 7 --only online --firefox"
	@TAMBO=build/tambo TAMBO_WEB=build/web node tests/browser/wander/run.mjs --jobs $$(nproc) --seeds $(or $(SEEDS),100) $(ARGS)
breaks: all ## the page's lines through breaks, at a server that is killed: make breaks SEEDS=100
	@TAMBO_SEEDS=$(or $(SEEDS),20) TAMBO=build/tambo TAMBO_WASM=build/tambo.wasm TAMBO_LAB=build/tambo_lab.wasm node tests/web/breaks.test.mjs
load: measured ## how much a server bears, minutes: make load ARGS="busy memory", ARGS="--rate 3000 --seconds 10 busy", ARGS=beside
	@build/bench/load build/tambo $(ARGS)

faults: measured ## servers that share a database and fail, while people play, an hour: make faults ARGS="faults 100 2", ARGS="table"
	@python3 bench/faults.py build/tambo $(or $(ARGS),faults)

strength: measured ## how well the bots play, for hours: make strength ARGS="--games 200 --game temple"
	@bench/strength $(ARGS)

coverage: ## what the tests reach: lines and branches of the rules, functions of the page: make coverage ARGS=page
	@tools/setup coverage
	@tools/coverage $(ARGS)

fuzz: ## feed the parsers random input: make fuzz FUZZ_TIME=60 FUZZ="record sheet"
	@tools/setup test
	@CC=clang tools/configure build-fuzz -Dtests=true -Dfuzz=true \
	    -Db_sanitize=address,undefined -Db_lundef=false -Dc_args=-fno-sanitize-recover=all
	@ninja -C build-fuzz
	@set -e; for f in $(FUZZ); do \
	    mkdir -p build-fuzz/corpus/$$f; \
	    echo "fuzzing $$f for $(FUZZ_TIME) s"; \
	    build-fuzz/tests/fuzz/fuzz_$$f -max_total_time=$(FUZZ_TIME) -print_final_stats=1 -verbosity=0 \
	        -dict=tests/fuzz/words.dict -timeout=20 -artifact_prefix=build-fuzz/$$f- \
	        build-fuzz/corpus/$$f tests/fuzz/corpus/$$f; \
	done

pot: ## all texts for translators, as POT files in build/pot
	@node tools/texts.mjs --pot build/pot

po: ## bring the PO files of all languages of po/LINGUAS up to date, by msgmerge
	@node tools/texts.mjs --update

format: ## format all sources, C and JavaScript
	@tools/format
	@tools/check_js write

install: all ## install under PREFIX (/usr/local), DESTDIR respected
	@tools/configure build -Dprefix=$(PREFIX)
	@ninja -C build tambo
	@meson install -C build --no-rebuild

uninstall: ## remove what `make install` installed
	@[ -f build/build.ninja ] || { echo "tambo: nothing was installed from here: there is no build folder" >&2; exit 1; }
	@ninja -C build uninstall

deb: ## build the Debian package build/tambo_VERSION_ARCH.deb
	@tools/setup deb
	@tools/deb

dist: ## pack the release build/tambo-VERSION.tar.xz, with the web client built
	@tools/setup build
	@tools/dist

clean: ## remove all that was built
	rm -rf build build-gcc build-clang build-asan build-coverage build-coverage-page build-fuzz build-deb

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' $(MAKEFILE_LIST)

.PHONY: all run check test measured bench simulate wander load faults strength coverage fuzz pot po format install uninstall deb dist clean help
