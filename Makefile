# run, test and test-all install the Debian packages that are missing; the other targets name them and the command that installs
# them, unless INSTALL_PACKAGES=yes. CFLAGS, LDFLAGS and SWIFTFLAGS are added to the options of the programs that ship.
# `make help` lists the targets.
ARCH ?= x86_64
LIBC ?=
BOARD ?= qemu-x86_64
DISPLAY_DEVICE ?=
DESTDIR ?=
PREFIX ?= /usr
SCENARIO ?=
THEME ?= systemd/themes/default

INTER := /usr/share/fonts/truetype/inter-vf/Inter-roman.var.ttf
DEJAVU := /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
FONT := build/font/Inter.ttf
ART := build/art/city@2x.png
PROTOCOLS := /usr/share/wayland/wayland.xml $(addprefix /usr/share/wayland-protocols/, \
  stable/xdg-shell/xdg-shell.xml stable/viewporter/viewporter.xml stable/presentation-time/presentation-time.xml \
  staging/fractional-scale/fractional-scale-v1.xml) Sources/CWayland/wlr-layer-shell.xml \
  Sources/CWayland/foreign-toplevel.xml
WAYLAND := build/wayland/protocol.h

.DEFAULT_GOAL := help
.PHONY: help run check test test-all debug device board life gallery studio preview docs api fuzz sanitize chaos load bench \
  install uninstall matrix size dist packages deb assets \
  clean

help: ## print this list
	@echo "make TARGET; run, test and test-all install the Debian packages that are missing, the others name them:"
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | \
	  while IFS='|' read -r target summary; do printf '  %-10s %s\n' "$$target" "$$summary"; done

run test test-all: export INSTALL_PACKAGES = yes

run: assets ## build and show shimmer "Thinking…" on the first output that works; without a display, write it to build/
	board/device x86_64
	board/run

check: assets ## lint, unit tests and daemon tests on the debug build, for each change; it is a part of make test
	Tests/run check

test: assets ## check, the device build for x86_64, and the tests of the shipped programs: about 5 minutes
	Tests/run check shipped

test-all: assets ## everything that make test leaves out: aarch64, valgrind, real compositors, sanitizers, the virtual boards: about 45 minutes
	Tests/run all sanitize

debug: assets ## build loaderd and loaderctl with debug information into .build/debug: 3 seconds after a change of one loader
	board/install board/packages
	swift build --product loaderd
	ln -sf loaderd .build/debug/loaderctl

device: assets ## build the shipped Embedded Swift programs into build/ARCH; LIBC=musl: one static program; board/targets has all ARCH
	board/device $(ARCH) $(LIBC)

board: assets ## boot the virtual boards and check the pictures; BOARD=qemu-x86_64 (the default), -aarch64, -armv7, -riscv64
	board/install board/packages board/$(BOARD)/packages
	for arch in $(sort x86_64 $(BOARD:qemu-%=%)); do board/device $$arch || exit; done
	board/$(BOARD)/check $(DISPLAY_DEVICE)

life: assets ## film a whole Debian from power-on to power-off, and check what its display shows; SCENARIO=boot for one
	board/install board/packages board/life/packages packaging/packages
	board/device x86_64
	board/life/check $(SCENARIO)

sanitize: assets ## the tests that start programs, with AddressSanitizer, and UndefinedBehaviorSanitizer for C
	Tests/run sanitize

fuzz: assets ## run libFuzzer on each parser of untrusted input, FUZZ_SECONDS (60) each
	board/install board/packages Tests/packages
	Tests/Fuzz/run

chaos: device ## random faults on a virtual board for CHAOS_SECONDS (3600); CHAOS_SEED repeats a run
	board/install board/packages board/qemu-x86_64/packages
	board/qemu-x86_64/check chaos

load: device ## load test with many clients, here and on a virtual board; writes build/load.txt
	board/install board/packages board/$(BOARD)/packages
	board/crowd

bench: device ## count instructions: drawing beside pixman and cairo, frames, calls; writes build/bench.json
	board/install board/packages board/bench/packages
	board/bench/run

gallery: device ## draw the pictures of README
	board/gallery

studio: assets ## build the studio, a page that draws and edits looks in a browser, into build/studio
	studio/build

preview: ## show the theme in THEME while it is edited: in a window if there is a compositor, else in the studio
	studio/preview '$(THEME)'

docs: assets ## write the manual pages to build/man and the completions to build/completions
	board/install board/packages
	swift build --product manual
	.build/debug/manual build

api: assets ## write the description of the library for other Swift packages to build/api, a DocC archive
	board/install board/packages
	docs/api

install: ## install what make device built, units, theme and initramfs hooks into DESTDIR with PREFIX (/usr)
	DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)' ARCH='$(ARCH)' LIBC='$(LIBC)' packaging/install install

uninstall: ## remove what make install installed
	DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)' ARCH='$(ARCH)' LIBC='$(LIBC)' packaging/install uninstall

matrix: ## print README's table: for each program that is built size, first picture and memory on its virtual board; 4 minutes
	@board/matrix

size: ## print the size of each program that is built, by module and library; fail if one exceeds its budget or costs 2 % more than it did
	board/install board/packages board/figures.packages
	board/size
	board/figures

dist: ## pack each target that is built into build/dist/loaderd-VERSION-ARCH-LIBC.tar.xz; run make device docs before
	packaging/dist

packages: ## build Debian packages of each architecture that is built into build/dist; run make device docs before
	board/install packaging/packages
	packaging/deb

deb: packages ## the same as packages

assets: $(FONT) $(ART) $(WAYLAND) ## generate what is compiled in: a font, pictures, a Wayland protocol

# What the code of one module includes, for Plugins/Assets.
.PHONY: CInter CArtwork CWayland
CInter: $(FONT)
CArtwork: $(ART)
CWayland: $(WAYLAND)

$(FONT): Sources/CInter/subset.py
	board/install board/packages
	mkdir -p $(@D)
	Sources/CInter/subset.py $(INTER) $(DEJAVU) $@

$(ART): $(wildcard Sources/CArtwork/*.py)
	board/install Sources/CArtwork/packages
	mkdir -p $(@D)
	Sources/CArtwork/draw.py $(@D)

$(WAYLAND): Sources/CWayland/protocol.py $(filter Sources/%, $(PROTOCOLS))
	board/install board/packages
	Sources/CWayland/protocol.py $(@D) $(PROTOCOLS)

clean: ## remove build/ and .build/
	rm -rf build .build
