# The NixOS module of loaderd:
#
#   imports = [ ./loaderd/packaging/nixos/module.nix ];
#   services.loaderd.enable = true;
#   services.loaderd.archive = ./loaderd-0.1.0-x86_64-musl.tar.xz;
{ config, lib, pkgs, ... }:

let
  settings = config.services.loaderd;
  format = pkgs.formats.ini { };
  package = pkgs.callPackage ./package.nix { inherit (settings) archive; };
in
{
  options.services.loaderd = {
    enable = lib.mkEnableOption "boot and loading screens by loaderd";
    archive = lib.mkOption {
      type = lib.types.path;
      description = "The archive of the static program, loaderd-VERSION-ARCH-musl.tar.xz.";
    };
    settings = lib.mkOption {
      inherit (format) type;
      default = { };
      example = { Screen.theme = "signal"; };
      description = "The sections and keys of loaderd.conf(5).";
    };
  };

  config = lib.mkIf settings.enable {
    assertions = [
      {
        assertion = !config.boot.plymouth.enable;
        message = "services.loaderd takes the place of plymouth: set boot.plymouth.enable = false";
      }
    ];
    users.groups.loaderd = { }; # its members may use the socket
    users.users.loaderd = { isSystemUser = true; group = "loaderd"; }; # for units that only call
    environment.systemPackages = [ package ];
    environment.etc."loaderd.conf".source = format.generate "loaderd.conf" settings.settings;
    systemd.packages = [ package ];
    systemd.tmpfiles.packages = [ package ];
    # NixOS does not read [Install] of units in packages.
    systemd.sockets.loaderd.wantedBy = [ "sockets.target" ];
    systemd.timers.loaderd.wantedBy = [ "sysinit.target" ];
    systemd.services = {
      loaderd-quit.wantedBy = [ "multi-user.target" ];
      loaderd-shutdown.wantedBy = [ "poweroff.target" "halt.target" ];
      loaderd-reboot.wantedBy = [ "reboot.target" "kexec.target" "soft-reboot.target" ];
      loaderd-update.wantedBy = [ "system-update.target" ];
    };
  };
}
