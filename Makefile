# Each target installs what it lacks, by Debian package name.
ARCH ?= x86_64
BOARD ?= qemu-x86_64
DISPLAY_DEVICE ?= virtio-gpu bochs vkms
export PATH := $(PATH):/opt/swift/usr/bin

INTER := /usr/share/fonts/truetype/inter-vf/Inter-roman.var.ttf
DEJAVU := /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
FONT := build/font/Inter.ttf

.PHONY: run test board device gallery bench size font packages clean

run: font
	board/run

test: font board/packages.test
	board/test

device: font
	board/device $(ARCH)

board: font
	board/packages build board
	board/device x86_64
	board/$(BOARD)/check $(DISPLAY_DEVICE)

size: device
	board/size $(ARCH)

font: $(FONT)

$(FONT): Sources/CInter/subset.py
	board/packages build
	mkdir -p $(@D)
	Sources/CInter/subset.py $(INTER) $(DEJAVU) $@

clean:
	rm -rf build .build
