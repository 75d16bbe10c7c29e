#!/bin/bash
# dracut module: loaderd, its configuration, its theme and the display's modules (docs/integration.md, "initramfs").

_loaderd_configuration() {
    # shellcheck source=initramfs/common/contents
    . /usr/lib/loaderd/initramfs/contents
    loaderd_read_settings "${dracutsysrootdir-}"
}

check() {
    [[ ${mount_needs-} ]] && return 1
    _loaderd_configuration
    [[ $LOADERD_INITRAMFS == yes ]] || return 1
    require_binaries /usr/bin/loaderd /usr/bin/loaderctl
}

depends() {
    _loaderd_configuration
    # Module drm adds the drivers of this machine's displays, and those of all displays to a generic image.
    case $LOADERD_MODULES in
        auto | all) echo drm ;;
    esac
    return 0
}

# No process substitution below: bash opens it in /proc, which a chroot may lack.
installkernel() {
    local -a modules=()
    _loaderd_configuration
    case $LOADERD_MODULES in
        none) ;;
        all) modules=("=drivers/gpu/drm" "=drivers/video/backlight") ;;
        auto) [[ ! $hostonly ]] || read -r -d '' -a modules <<< "$(/usr/bin/loaderctl files --modules)" || : ;;
        *) read -r -a modules <<< "$LOADERD_MODULES" ;;
    esac
    [[ ${#modules[@]} == 0 ]] || hostonly='' instmods "${modules[@]}"
}

install() {
    local list
    local -a files
    _loaderd_configuration
    list=$(loaderd_list "$initdir" "${dracutsysrootdir-}") || return 0
    mapfile -t files <<< "$list"
    inst_multiple "${files[@]}" /usr/lib/loaderd/initramfs/boot-screen
    if dracut_module_included systemd; then
        inst_multiple "$systemdsystemunitdir/loaderd-initrd.service"
        inst_multiple -o "$systemdsystemunitdir/loaderd-initrd.service.d/*.conf"
        [[ ! -e $initdir/usr/lib/loaderd/boot.baked ]] ||
            inst_simple /usr/lib/loaderd/initramfs/minimal.conf "$systemdsystemunitdir/loaderd-initrd.service.d/minimal.conf"
        $SYSTEMCTL -q --root "$initdir" add-wants sysinit.target loaderd-initrd.service
    else
        inst_hook pre-trigger 10 "$moddir/loaderd-start.sh"
    fi
    inst_hook emergency 50 "$moddir/loaderd-quit.sh"
}
