# loaderd from the archive of the static program, which needs neither a dynamic linker nor a library.
{ lib, stdenvNoCC, coreutils, archive }:

stdenvNoCC.mkDerivation {
  pname = "loaderd";
  version = "0.1.0";
  src = archive;

  dontConfigure = true;
  dontBuild = true;
  dontFixup = true;

  installPhase = ''
    mkdir -p $out
    cp -r usr/* $out/
    # The units name the programs in /usr/bin.
    sed -i "s,/usr/bin/loader,$out/bin/loader,g; s,/usr/bin/\(printf\|chgrp\),${coreutils}/bin/\1,g" \
      $out/lib/systemd/system/*.service $out/lib/systemd/system/*.socket $out/lib/systemd/system/*.d/*.conf
  '';

  meta = {
    description = "Boot and loading screens that are drawn straight to the display";
    license = lib.licenses.mit;
    platforms = [ "x86_64-linux" "aarch64-linux" "armv7l-linux" "riscv64-linux" ];
    mainProgram = "loaderctl";
  };
}
