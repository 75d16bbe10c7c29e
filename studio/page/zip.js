"use strict";

/** CRC-32 of each byte (ISO 3309). */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? 0xedb88320 ^ (byte >>> 1) : byte >>> 1;
  return byte;
});

/** @param {Uint8Array} bytes */
function crc32(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = CRC_TABLE[(sum ^ byte) & 255] ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

/** A ZIP archive without compression (APPNOTE.TXT of PKWARE). @param {Map<string, Uint8Array>} files @returns {Blob} */
function zip(files) {
  const parts = [], central = [];
  let offset = 0;
  /** Numbers of 2 or 4 bytes. @param {...[number, number]} fields size and value */
  const numbers = (...fields) => {
    const bytes = new DataView(new ArrayBuffer(fields.reduce((sum, [size]) => sum + size, 0)));
    let place = 0;
    for (const [size, value] of fields) {
      if (size === 2) bytes.setUint16(place, value, true);
      else bytes.setUint32(place, value, true);
      place += size;
    }
    return new Uint8Array(bytes.buffer);
  };
  for (const [path, bytes] of files) {
    const name = new TextEncoder().encode(path), size = bytes.length;
    // Version 2.0, names in UTF-8, stored, 1 January 1980: the same theme gives the same archive.
    const common = [[2, 20], [2, 0x800], [2, 0], [2, 0], [2, 0x21], [4, crc32(bytes)], [4, size], [4, size], [2, name.length], [2, 0]];
    central.push(numbers([4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0o100644 * 65536], [4, offset]), name);
    const header = numbers([4, 0x04034b50], ...common);
    parts.push(header, name, bytes);
    offset += header.length + name.length + size;
  }
  const length = central.reduce((sum, part) => sum + part.length, 0);
  const end = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, files.size], [2, files.size], [4, length], [4, offset], [2, 0]);
  return new Blob([...parts, ...central, end], { type: "application/zip" });
}

/** Lets the user save a file. @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
