SUMMARY = "Boot screens, update screens and loading screens"
DESCRIPTION = "loaderd draws straight to the display of a device: DRM/KMS or a framebuffer. \
               This recipe installs the static program of a release archive, which needs no library."
SECTION = "graphics"
LICENSE = "MIT & FTL & BSD-2-Clause & Libpng & Zlib & OFL-1.1 & Bitstream-Vera"
LIC_FILES_CHKSUM = "\
    file://LICENSE;md5=9501a4914d73b377c36cc0bf11b978f9 \
    file://COPYRIGHT;md5=41f37386d72e97d1e6d426cf7abaacd6 \
"

LOADERD_TARGET = "unsupported"
LOADERD_TARGET:x86-64 = "x86_64"
LOADERD_TARGET:aarch64 = "aarch64"
LOADERD_TARGET:armv7a = "armv7"
LOADERD_TARGET:armv7ve = "armv7"
LOADERD_TARGET:riscv64 = "riscv64"

# The folder of the archives that "make dist" writes. For an address, set SRC_URI[sha256sum] to the sum in SHA256SUMS.
LOADERD_SITE ?= "file://${THISDIR}/../../../../../build/dist"

SRC_URI = "${LOADERD_SITE}/loaderd-${PV}-${LOADERD_TARGET}-musl.tar.xz"

S = "${UNPACKDIR}/loaderd-${PV}-${LOADERD_TARGET}-musl"
UNPACKDIR ??= "${WORKDIR}"

inherit systemd useradd

COMPATIBLE_HOST = "(x86_64|aarch64|arm|riscv64).*-linux.*"

do_configure[noexec] = "1"
do_compile[noexec] = "1"

do_install() {
    install -d ${D}${bindir} ${D}${nonarch_libdir}/loaderd ${D}${datadir}/loaderd
    install -m 0755 ${S}/usr/bin/loaderd ${D}${bindir}/loaderd
    ln -s loaderd ${D}${bindir}/loaderctl
    install -m 0644 ${S}/usr/lib/loaderd/loaderd.conf ${D}${nonarch_libdir}/loaderd/loaderd.conf
    cp -R --no-preserve=ownership ${S}/usr/share/loaderd/themes ${D}${datadir}/loaderd/
    if ${@bb.utils.contains('DISTRO_FEATURES', 'systemd', 'true', 'false', d)}; then
        install -d ${D}${systemd_system_unitdir} ${D}${nonarch_libdir}/tmpfiles.d
        cp -R --no-preserve=ownership ${S}/usr/lib/systemd/system/. ${D}${systemd_system_unitdir}/
        install -m 0644 ${S}/usr/lib/tmpfiles.d/loaderd.conf ${D}${nonarch_libdir}/tmpfiles.d/loaderd.conf
    fi
}

PACKAGE_BEFORE_PN = "${PN}-themes"
FILES:${PN}-themes += "${datadir}/loaderd/themes"
FILES:${PN} += "${nonarch_libdir} ${systemd_system_unitdir}"
RRECOMMENDS:${PN} = "${PN}-themes"

SYSTEMD_SERVICE:${PN} = "loaderd.socket loaderd.service"
USERADD_PACKAGES = "${PN}"
USERADD_PARAM:${PN} = "--system --no-create-home --shell /sbin/nologin --user-group loaderd"

# The program has neither symbols nor section headers.
INHIBIT_PACKAGE_STRIP = "1"
INHIBIT_SYSROOT_STRIP = "1"
INHIBIT_PACKAGE_DEBUG_SPLIT = "1"
INSANE_SKIP:${PN} = "already-stripped ldflags"
