/** The memory section of our modules: one memory of one page, without a maximum. */
const free = [5, 3, 1, 0, 1];
/** The same with a maximum of one page. */
const tight = [5, 4, 1, 1, 1, 1];

/** Returns one of our modules with a memory that does not grow, as on a device that has no more. */
export function withTightMemory(wasm: Uint8Array): Uint8Array<ArrayBuffer> {
  const at = wasm.findIndex((_, index) => free.every((byte, i) => wasm[index + i] === byte));
  if (at < 0) throw new TypeError('The module has another memory section.');
  return Uint8Array.from([...wasm.subarray(0, at), ...tight, ...wasm.subarray(at + free.length)]);
}
