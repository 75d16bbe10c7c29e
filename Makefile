# Each target installs what it lacks, by Debian package name.
ARCH ?= x86_64
BOARD ?= qemu-x86_64
DISPLAY_DEVICE ?= virtio-gpu bochs cirrus cirrusfb vkms heads pair cards debian

INTER := /usr/share/fonts/truetype/inter-vf/Inter-roman.var.ttf
DEJAVU := /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
FONT := build/font/Inter.ttf
ART := build/art/city@2x.png
PROTOCOLS := /usr/share/wayland/wayland.xml $(addprefix /usr/share/wayland-protocols/, \
  stable/xdg-shell/xdg-shell.xml stable/viewporter/viewporter.xml stable/presentation-time/presentation-time.xml \
  staging/fractional-scale/fractional-scale-v1.xml) Sources/CWayland/wlr-layer-shell.xml
WAYLAND := build/wayland/protocol.h

.PHONY: run test board device gallery docs fuzz load assets clean

run: assets
	board/device x86_64
	board/run

test: assets
	Tests/run

device: assets
	board/device $(ARCH)

board: assets
	board/install board/packages board/$(BOARD)/packages
	board/device x86_64
	board/$(BOARD)/check $(DISPLAY_DEVICE)

# For FUZZ_SECONDS each, 60 unless told.
fuzz: assets
	board/install board/packages Tests/packages
	Tests/Fuzz/run

load: device
	board/install board/packages board/$(BOARD)/packages
	board/crowd

gallery: device
	board/gallery

# Manual pages in build/man, completions in build/completions, by the program's own tables.
docs: assets
	board/install board/packages
	swift build --product manual
	.build/debug/manual build

# What the program has inside: a font, pictures and a protocol.
assets: $(FONT) $(ART) $(WAYLAND)

$(FONT): Sources/CInter/subset.py
	board/install board/packages
	mkdir -p $(@D)
	Sources/CInter/subset.py $(INTER) $(DEJAVU) $@

$(ART): Sources/CArtwork/draw.py
	board/install Sources/CArtwork/packages
	mkdir -p $(@D)
	Sources/CArtwork/draw.py $(@D)

$(WAYLAND): Sources/CWayland/protocol.py Sources/CWayland/wlr-layer-shell.xml
	board/install board/packages
	Sources/CWayland/protocol.py $(@D) $(PROTOCOLS)

clean:
	rm -rf build .build
