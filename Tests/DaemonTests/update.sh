#!/bin/sh
# update.sh FOLDER: creates FOLDER/update.swu, an update that writes one file and a raw image into FOLDER. It is signed
# with FOLDER/key.pem, because Debian's SWUpdate requires a signature; FOLDER/certificate.pem verifies it.
set -eu
cd "$1"
openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out certificate.pem -subj /CN=test \
  -addext extendedKeyUsage=emailProtection -addext keyUsage=digitalSignature 2>/dev/null
head -c 3000000 /dev/zero | tr '\0' '#' >image.raw
echo hello >notes.txt
truncate -s 4M target.img
sum() { sha256sum "$1" | cut -d' ' -f1; }
cat >sw-description <<DESCRIPTION
software = {
  version = "1.0.0";
  hardware-compatibility: [ "1.0" ];
  images: ( { filename = "image.raw"; type = "raw"; device = "$1/target.img"; sha256 = "$(sum image.raw)"; } );
  files: ( { filename = "notes.txt"; path = "$1/notes.out"; sha256 = "$(sum notes.txt)"; } );
}
DESCRIPTION
openssl cms -sign -in sw-description -out sw-description.sig -signer certificate.pem -inkey key.pem -outform DER -nosmimecap -binary
printf '%s\n' sw-description sw-description.sig image.raw notes.txt | cpio -o -H crc --quiet >update.swu
