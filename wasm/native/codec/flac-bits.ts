/** Zero bytes after the input, for reads that are not checked against the end. */
const slackBytes: usize = 1024;

/** The stream's bytes, and its 32-bit words in native byte order. */
let octets: usize = 0;
let words: usize = 0;
let capacity: i32 = 0;
/** Number of bytes, and how many of them are in `words`. */
let held: i32 = 0;
let swapped: i32 = 0;

export let bitAt: i32 = 0;

export function bitsCreate(bytes: i32): void {
  capacity = bytes;
  octets = heap.alloc(<usize>bytes + slackBytes);
  words = heap.alloc(<usize>bytes + slackBytes);
}

export function octetsFrom(at: i32): usize {
  return octets + <usize>at;
}

export function wordsFrom(bit: i32): usize {
  return words + ((<usize>(bit >> 5)) << 2);
}

/** Drops the bytes before the next bit, which begins a byte. Returns the address for the next bytes. */
export function bitsIn(): usize {
  const from = bitAt >> 3;
  memory.copy(octets, octets + <usize>from, <usize>(held - from));
  held -= from;
  bitAt = 0;
  swapped = 0;
  return octets + <usize>held;
}

export function bitsRoom(): i32 {
  return capacity - held;
}

export function bitsPush(count: i32): void {
  held += count;
  memory.fill(octets + <usize>held, 0, 64);
  const end = <usize>(held + 64);
  for (let at = <usize>(swapped & ~15); at < end; at += 16) {
    const as = v128.load(octets + at);
    v128.store(words + at, v128.shuffle<u8>(as, as, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
  }
  swapped = held;
}

export function bitsHeld(): i32 {
  return held;
}

export function seek(bit: i32): void {
  bitAt = bit;
}

export function isPastEnd(): bool {
  return bitAt > held << 3;
}

/** True if `count` bits are present; otherwise marks all bits as read. */
export function hasBits(count: i64): bool {
  if (count <= <i64>((held << 3) - bitAt)) return true;
  bitAt = (held << 3) + 1;
  return false;
}

/** Returns the bits from `bit` on, at least 33, from the highest bit of the result down. */
export function peek(bit: i32): u64 {
  return rotl<u64>(load<u64>(words + ((<usize>(bit >> 5)) << 2)), 32) << (<u64>(bit & 31));
}

export function bits(count: i32): u32 {
  const value = <u32>((peek(bitAt) >> 1) >> <u64>(63 - count));
  bitAt += count;
  return value;
}

export function signed(count: i32): i64 {
  if (count === 0) return 0;
  const value = <i64>peek(bitAt) >> <i64>(64 - count);
  bitAt += count;
  return value;
}

/** Counts the zeros before the next one bit; -1 if the input ends first. */
export function unary(): i32 {
  let zeros = 0;
  let next = <i32>clz<u64>(peek(bitAt));
  while (next >= 32) {
    bitAt += 32;
    zeros += 32;
    if (isPastEnd()) return -1;
    next = <i32>clz<u64>(peek(bitAt));
  }
  bitAt += next + 1;
  return isPastEnd() ? -1 : zeros + next;
}
