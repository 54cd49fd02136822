/** Memory section of the modules in `wasm/native`: one memory of one page (64 KiB), without a maximum. */
const unlimited = [5, 3, 1, 0, 1];
/** The same memory section with a maximum of one page. */
const limited = [5, 4, 1, 1, 1, 1];

/**
 * Returns a copy of a module of `wasm/native` whose memory has one page (64 KiB) at most. An allocation that needs more fails, as
 * on a device without free memory. Throws a `TypeError` for a module with another memory section.
 */
export function withTightMemory(wasm: Uint8Array): Uint8Array<ArrayBuffer> {
  const at = wasm.findIndex((_, index) => unlimited.every((byte, i) => wasm[index + i] === byte));
  if (at < 0) throw new TypeError('The module has another memory section.');
  return Uint8Array.from([...wasm.subarray(0, at), ...limited, ...wasm.subarray(at + unlimited.length)]);
}
