let start: usize = 0;
let at: i32 = 0;

/** Starts reading at bit `bit` from the byte at `address`; eight bytes after the last one must be readable. */
export function bitsFrom(address: usize, bit: i32): void {
  start = address;
  at = bit;
}

export function bitsAt(): i32 {
  return at;
}

export function bitsTo(bit: i32): void {
  at = bit;
}

/** Returns the bits from `bit` on, at least 57, from the highest bit of the result down. */
export function bitsAhead(bit: i32): u64 {
  return bswap<u64>(load<u64>(start + <usize>(bit >> 3))) << (bit & 7);
}

export function bits(count: i32): i32 {
  if (count === 0) return 0;
  const value = <i32>(bitsAhead(at) >> (64 - count));
  at += count;
  return value;
}
