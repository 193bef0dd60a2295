# `make help` lists the targets. Everything else is in Package.swift and Scripts/.

PREFIX ?= /usr/local

# A static standard library: the programs start in half the time and run where Swift is not installed.
# `make STATIC= …` builds with the toolchain's shared one.
STATIC := --static-swift-stdlib
# Archives of some libraries instead of shared ones, where they exist, for the same reason; newer ones need a build.
# `make ARCHIVES= …` builds without them.
ARCHIVES := $(if $(STATIC),.build/archives)
CHECKED := --explicit-target-dependency-import-check error
# Not for dependents: see Package.swift.
export BEELINE_WARNINGS_AS_ERRORS = 1
# For `beeline --version`; a package names the commit that it was made from.
compile: export BEELINE_COMMIT ?= $(shell git describe --always --dirty 2>/dev/null)
# How libbeeline is linked; the build of the tests links it as any other library.
compile: export BEELINE_C_LIBRARY = $(if $(STATIC),static,shared)
BIN := .build/release

# Pictures and sources that exist; some folders can be missing.
PICTURES = $(wildcard Examples/*.jpg Examples/*.png Examples/*.webp)
FORMATTED = $(wildcard Package.swift Plugins Sources Tests Examples Benchmarks Fuzzing)

BINDIR = $(PREFIX)/bin
LIBEXECDIR = $(PREFIX)/libexec
LIBDIR = $(PREFIX)/lib
# Flags for the compiler and the linker of your own, as SWIFTFLAGS='-Xswiftc -g' LDFLAGS='-z noexecstack'.
SWIFTFLAGS =
LDFLAGS =
# Addresses of functions are bound at the start, and then cannot be changed; debuggers find symbols by the build id.
HARDENED = -z relro -z now --build-id=sha1
# Nothing that is built names the folder that it was built in, nor the compiler's cache of C modules there, so that the same
# sources give the same bytes.
override SWIFTFLAGS += -Xswiftc -file-prefix-map -Xswiftc "$(CURDIR)=." -Xcc "-ffile-prefix-map=$(CURDIR)=." \
    -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs

SWIFT_BUILD = swift build -c release $(STATIC) --disable-local-rpath $(CHECKED) \
    $(addprefix -Xlinker ,$(HARDENED) $(LDFLAGS)) $(SWIFTFLAGS)

.DEFAULT_GOAL := help
# SwiftPM uses every core and locks .build, and apt-get locks its database: -j gains nothing.
.NOTPARALLEL:
.PHONY: help deps deps-test deps-package build compile run build-tests test test-spark debian13 check examples devices bench fuzz hostile damaged drawings docs api docc install uninstall package try-package apt try-apt try-container try-build reproduce release format pictures words clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' Makefile

deps: ## Install what building needs, where it is missing
	@Scripts/install-dependencies.sh build
	@Scripts/check-swift.sh

deps-test:
	@Scripts/install-dependencies.sh test
	@Scripts/check-swift.sh

deps-package:
	@Scripts/install-dependencies.sh package

build: deps compile ## Build beeline and its helpers, optimised, in .build/release

compile:
	@BEELINE_ARCHIVES="$(if $(ARCHIVES),$(shell Scripts/collect-archives.sh $(ARCHIVES)))" $(SWIFT_BUILD)
	@$(SWIFT_BUILD) --product BeelineC

# Status 1 means that no rule matched some code: a result, not a failure.
run: build ## Scan the pictures in Examples/
	@echo "beeline scan $(PICTURES)"
	@$(if $(PICTURES),$(BIN)/beeline scan $(PICTURES) || test $$? -eq 1,echo "Examples/ holds no pictures")

test build-tests: export BEELINE_OPTIMIZED_TESTS = 1
build-tests: deps-test
	@Scripts/run-tests.sh --build

test: deps-test ## Run the tests; ONLY=Rules runs those of one module, ONLY="Rules Browser" of several
	@Scripts/run-tests.sh $(ONLY)

test-spark: deps build ## Run the tests of the Python package that start a Spark (it installs Java and PySpark, half a gigabyte)
	@Scripts/install-dependencies.sh spark
	@Scripts/test-python.sh --spark $(BIN)/beeline

debian13: ## Run the tests on Debian 13, whose libraries are newer, in a folder that debootstrap makes; ONLY=Decoding
	@Scripts/test-debian13.sh make test ONLY="$(ONLY)"

check: deps-test build examples ## Check formatting, imports, linkage and the server of the optimized program, and build the examples
	swift format lint --strict --recursive $(FORMATTED)
	python3 Scripts/check-imports.py
	python3 Scripts/check-words.py
	Scripts/check-linkage.sh $(BIN)/beeline
	Scripts/check-library.sh $(BIN)/libBeelineC.so
	Scripts/check-server.py $(BIN)/beeline

examples: build ## Build the package in Examples/, which depends on this one from outside, and compare what it prints
	@Scripts/run-examples.sh

devices: build ## Try cameras, keyboards and HID scanners on devices of a real kernel, in a virtual machine (two minutes)
	@Scripts/test-devices.sh

bench: deps-test build ## Measure against zbarimg, ZXingReader, zint and qrencode; CORPUS=DIR, WORKLOAD=FILE, ONLY=scan|scenes|qr|draw|live|serve|resolver|memory|soak|python, ARGS=--json
	@$(if $(filter python,$(ONLY)),Scripts/install-dependencies.sh spark)
	@python3 Benchmarks/bench.py $(ARGS)

drawings: export BEELINE_OPTIMIZED_TESTS = 1
drawings: export BEELINE_DRAWINGS = $(or $(COUNT),10000)
drawings: deps-test ## Draw 10,000 random codes of each format and have each read by two readers; COUNT=10000
	@swift test --disable-xctest --filter RoundTripTests

damaged: deps-test build ## Scan thousands of damaged files, and while workers are killed; COUNT=10000
	@python3 Benchmarks/damaged.py $(COUNT)

hostile: deps-test ## Send a server with the address sanitizer 100,000 fuzzed requests and what attackers send, and kill it 500 times
	@Scripts/hostile.sh $(PARTS)

fuzz: deps-test ## Try parsers, image readers and decoders with generated input, a minute for each family; SECONDS=60
	@Scripts/fuzz.sh $(or $(SECONDS),60)

docs: deps-test build ## Write Docs/Kinds.md, Docs/RuleReference.md and the drawings in Docs/ from the program's tables
	Scripts/draw-architecture.py
	$(BIN)/beeline kinds --format markdown > Docs/Kinds.md
	$(BIN)/beeline rules reference > Docs/RuleReference.md
	XDG_CONFIG_HOME=/nonexistent $(BIN)/beeline rules graph --kind isbn Examples/Rules/shop.json --output Docs/rules-graph.svg

api: ## Write Docs/API.txt: every public declaration, as the compiler knows it after 'make test ONLY=Documentation'
	Scripts/list-api.py

docc: ## Write the pages of the library with all public types into .build/docc, after 'make test ONLY=Documentation'
	Scripts/write-docc.py

# It installs no packages and downloads nothing. Under sudo nothing is built either: its PATH seldom has Swift, and .build would
# belong to root.
install: $(if $(SUDO_USER),,compile) ## Install below PREFIX=/usr/local (and DESTDIR, for packagers): programs, manual pages, completions, libbeeline
	@test -x $(BIN)/beeline || { echo "Run 'make build' first, without sudo."; exit 1; }
	@PREFIX="$(PREFIX)" BINDIR="$(BINDIR)" LIBEXECDIR="$(LIBEXECDIR)" LIBDIR="$(LIBDIR)" DESTDIR="$(DESTDIR)" Scripts/install-files.sh $(BIN)

package: deps-package build ## Make .deb packages and an archive in .build/packages, and check them
	@Scripts/package.sh $(BIN) .build/packages

try-package: package ## Try the packages in a bare system that debootstrap makes, and remove them again
	@Scripts/try-package.sh .build/packages

apt: package ## Write a signed repository for apt into .build/apt; KEY=FINGERPRINT of gpg
	@KEY="$(KEY)" Scripts/make-apt.sh .build/packages .build/apt

try-apt: package ## Try such a repository with apt-get over loopback, and with keys and files that are wrong
	@Scripts/try-apt.sh .build/packages

try-container: package ## Build the image of Packaging/Containerfile and ask the server in it, where buildah is installed
	@Scripts/try-container.sh .build/packages

try-build: ## Build a package that depends on Beeline in a bare system, with only the libraries that it needs
	@Scripts/try-build.sh

reproduce: deps-package ## Build and pack twice, in two folders, and compare the bytes (a quarter of an hour)
	@Scripts/reproduce.sh

release: deps-package ## Set the version, commit, tag, build the packages twice and compare them; VERSION=1.2.3
	@Scripts/release.sh $(VERSION)

uninstall: ## Remove what install put there
	@PREFIX="$(PREFIX)" BINDIR="$(BINDIR)" LIBEXECDIR="$(LIBEXECDIR)" LIBDIR="$(LIBDIR)" DESTDIR="$(DESTDIR)" Scripts/install-files.sh --remove

format: ## Format the Swift sources in place
	swift format --in-place --recursive $(FORMATTED)

pictures: deps-test build .build/pictures/ready ## Make all pictures again: in Examples/, README and Docs (five minutes)
	.build/pictures/bin/python Examples/Pictures/make_pictures.py --out Examples
	Scripts/draw-architecture.py
	Scripts/draw-pictures.sh $(BIN)/beeline .build/pictures/bin/python
	Scripts/test-browser.sh $(BIN)/beeline --screenshots Docs/Pictures

.build/pictures/ready:
	@Scripts/install-dependencies.sh pictures
	python3 -m venv --clear .build/pictures
	.build/pictures/bin/pip install --quiet pillow numpy
	@touch $@

words: build .build/words/ready ## Measure how well README, Docs, help and messages read
	@.build/words/bin/python Scripts/check-words.py --measure $(BIN)/beeline

.build/words/ready:
	python3 -m venv --clear .build/words
	.build/words/bin/pip install --quiet textstat==0.7.8
	@touch $@

clean: ## Remove everything built
	rm -rf .build
