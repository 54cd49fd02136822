// RFC 9639, sections 9.1.8 and 9.3: polynomials x^8 + x^2 + x + 1 and x^16 + x^15 + x^2 + 1, initially zero, highest bit first.
/** Row k: contribution of a byte followed by k bytes (slicing by eight). */
const table16: usize = memory.data(8 * 256 * 2, 16);
const table8: usize = memory.data(256);

export function crcCreate(): void {
  for (let octet = 0; octet < 256; octet++) {
    let short = octet;
    let long = octet << 8;
    for (let bit = 0; bit < 8; bit++) {
      short = (short << 1) ^ (short & 0x80 ? 0x107 : 0);
      long = (long << 1) ^ (long & 0x8000 ? 0x18005 : 0);
    }
    store<u8>(table8 + <usize>octet, <u8>short);
    store<u16>(table16 + ((<usize>octet) << 1), <u16>long);
  }
  for (let at = 256; at < 2048; at++) {
    const before = <u32>load<u16>(table16 + ((<usize>(at - 256)) << 1));
    const after = (before << 8) ^ <u32>load<u16>(table16 + ((<usize>(before >> 8)) << 1));
    store<u16>(table16 + ((<usize>at) << 1), <u16>after);
  }
}

export function crc8(at: usize, end: usize): u32 {
  let crc: u32 = 0;
  for (; at < end; at++) crc = load<u8>(table8 + <usize>(crc ^ <u32>load<u8>(at)));
  return crc;
}

function row(index: usize, octet: u32): u32 {
  return load<u16>(table16 + index * 512 + ((<usize>octet) << 1));
}

export function crc16(at: usize, end: usize): u32 {
  let crc: u32 = 0;
  for (; at + 8 <= end; at += 8) {
    const a = load<u32>(at);
    const b = load<u32>(at, 4);
    crc =
      row(7, (a & 255) ^ (crc >> 8)) ^
      row(6, ((a >> 8) & 255) ^ (crc & 255)) ^
      row(5, (a >> 16) & 255) ^
      row(4, a >> 24) ^
      row(3, b & 255) ^
      row(2, (b >> 8) & 255) ^
      row(1, (b >> 16) & 255) ^
      row(0, b >> 24);
  }
  for (; at < end; at++) crc = ((crc << 8) & 0xffff) ^ row(0, (crc >> 8) ^ <u32>load<u8>(at));
  return crc;
}
