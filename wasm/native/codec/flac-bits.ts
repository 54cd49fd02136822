/** Octets behind the input that may be read and are zero: what is read unchecked after the end ends there. */
const slackBytes: usize = 1024;

/** The stream as it came, and its 32-bit words in the order of this machine. */
let octets: usize = 0;
let words: usize = 0;
let capacity: i32 = 0;
/** Octets that lie here, and how many of them are in `words`. */
let held: i32 = 0;
let swapped: i32 = 0;

/** Where the next bit is read, in bits. */
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

/** Where the next octets go, once those before the next bit (at a whole octet) were dropped. */
export function bitsIn(): usize {
  const from = bitAt >> 3;
  memory.copy(octets, octets + <usize>from, <usize>(held - from));
  held -= from;
  bitAt = 0;
  swapped = 0;
  return octets + <usize>held;
}

/** How many octets there is room for, after `bitsIn`. */
export function bitsRoom(): i32 {
  return capacity - held;
}

/** Takes `count` octets written at `bitsIn`. */
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

/** Octets that lie here. */
export function bitsHeld(): i32 {
  return held;
}

export function seek(bit: i32): void {
  bitAt = bit;
}

export function isPastEnd(): bool {
  return bitAt > held << 3;
}

/** Whether `count` bits lie here; where not, all of them count as read. */
export function hasBits(count: i64): bool {
  if (count <= <i64>((held << 3) - bitAt)) return true;
  bitAt = (held << 3) + 1;
  return false;
}

/** The next 33 bits at least, from the highest down. */
export function peek(bit: i32): u64 {
  return rotl<u64>(load<u64>(words + ((<usize>(bit >> 5)) << 2)), 32) << (<u64>(bit & 31));
}

/** The next 0 to 32 bits as an unsigned number. */
export function bits(count: i32): u32 {
  const value = <u32>((peek(bitAt) >> 1) >> <u64>(63 - count));
  bitAt += count;
  return value;
}

/** The next 0 to 33 bits in two's complement. */
export function signed(count: i32): i64 {
  if (count === 0) return 0;
  const value = <i64>peek(bitAt) >> <i64>(64 - count);
  bitAt += count;
  return value;
}

/** The number of zeros before the next one; -1 where the input ends before. */
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
