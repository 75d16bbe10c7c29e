# Each target installs what it lacks, by Debian package name.
ARCH ?= x86_64
BOARD ?= qemu-x86_64
DISPLAY_DEVICE ?= virtio-gpu bochs vkms

INTER := /usr/share/fonts/truetype/inter-vf/Inter-roman.var.ttf
DEJAVU := /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
FONT := build/font/Inter.ttf

.PHONY: run test board device font clean

run: font
	board/device x86_64
	board/run

test: font
	Tests/run

device: font
	board/device $(ARCH)

board: font
	board/install board/packages board/$(BOARD)/packages
	board/device x86_64
	board/$(BOARD)/check $(DISPLAY_DEVICE)

font: $(FONT)

$(FONT): Sources/CInter/subset.py
	board/install board/packages
	mkdir -p $(@D)
	Sources/CInter/subset.py $(INTER) $(DEJAVU) $@

clean:
	rm -rf build .build
