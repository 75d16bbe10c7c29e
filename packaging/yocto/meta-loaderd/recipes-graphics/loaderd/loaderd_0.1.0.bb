require loaderd.inc

DESCRIPTION = "loaderd draws straight to the display of a device: DRM/KMS or a framebuffer. \
               This recipe builds it from the source archive with the Swift toolchain of the layer meta-swift."
LIC_FILES_CHKSUM = "\
    file://LICENSE;md5=9501a4914d73b377c36cc0bf11b978f9 \
    file://packaging/copyright;md5=41f37386d72e97d1e6d426cf7abaacd6 \
"

# The archive has the sources of all libraries that are linked statically. Those below are opened at run time if they are
# installed; only their headers are used here.
DEPENDS += "fribidi harfbuzz libinput python3-native swift-native udev wayland xz-native"
DEPENDS += "${@bb.utils.contains('DISTRO_FEATURES', 'systemd', 'systemd', '', d)}"
EXTRANATIVEPATH += "swift-tools"

SRC_URI = "${LOADERD_SITE}/loaderd-${PV}-source.tar.xz"

S = "${UNPACKDIR}/loaderd-${PV}-source"
LOADERD_FILES = "${B}/files"

# With the C library musl, the program is static, and has the version of musl that is in the archive.
LOADERD_LIBC ?= "${@'musl' if d.getVar('TCLIBC') == 'musl' else 'glibc'}"

inherit pkgconfig

RRECOMMENDS:${PN} += "${@'fribidi harfbuzz' if d.getVar('LOADERD_LIBC') == 'glibc' else ''}"
RCONFLICTS:${PN} = "loaderd-bin"

# CFLAGS are for the distribution's GCC. The compiler of C for Swift is clang, which does not know all of them.
do_compile() {
    cd ${S}
    export HOME=${WORKDIR}
    export CFLAGS= LDFLAGS="${LDFLAGS}" CC="${CC}" AR="${AR}" PKG_CONFIG=pkg-config SYSROOT=${STAGING_DIR_TARGET}
    board/device ${LOADERD_ARCH} ${LOADERD_LIBC}
    DESTDIR=${LOADERD_FILES} PREFIX=/usr ARCH=${LOADERD_ARCH} LIBC=${LOADERD_LIBC} PLYMOUTH=no packaging/install install
}
