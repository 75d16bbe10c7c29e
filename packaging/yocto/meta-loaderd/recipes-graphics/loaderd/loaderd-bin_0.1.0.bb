require loaderd.inc

DESCRIPTION = "loaderd draws straight to the display of a device: DRM/KMS or a framebuffer. \
               This recipe installs the static program of a release archive, which needs no library."
LIC_FILES_CHKSUM = "\
    file://LICENSE;md5=9501a4914d73b377c36cc0bf11b978f9 \
    file://COPYRIGHT;md5=41f37386d72e97d1e6d426cf7abaacd6 \
"

SRC_URI = "${LOADERD_SITE}/loaderd-${PV}-${LOADERD_ARCH}-musl.tar.xz"

S = "${UNPACKDIR}/loaderd-${PV}-${LOADERD_ARCH}-musl"

RCONFLICTS:${PN} = "loaderd"

do_compile[noexec] = "1"
