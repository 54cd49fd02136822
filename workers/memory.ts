/** Memories of the WebAssembly instances of this worker. */
const memories = new Set<WeakRef<WebAssembly.Memory>>();

/** Lets `isOutOfMemory` look at this memory. */
export function watchMemory(memory: WebAssembly.Memory): void {
  memories.add(new WeakRef(memory));
}

function isStuck(memory: WebAssembly.Memory): boolean {
  try {
    memory.grow(1);
    return false;
  } catch {
    return true;
  }
}

/**
 * Matches the messages of failed allocations: of browsers, of Emscripten, which reports them as errors of its own, and of C++
 * (`bad_alloc`), which ONNX Runtime passes on.
 */
const allocationFailed =
  /out of memory|could not allocate|allocation failed|cannot allocate wasm memory|bad_alloc/i;

/**
 * True if the cause of an error is a lack of memory. WebAssembly whose memory does not grow ends with the same
 * `RuntimeError` as after any other mistake, so its memory is asked to grow once more.
 */
export function isOutOfMemory(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (allocationFailed.test(error.message)) return true;
  if (error.name !== 'RuntimeError') return false;
  const stuck = Array.from(memories).filter((watched) => {
    const memory = watched.deref();
    return memory && isStuck(memory);
  });
  // Its instance is of no more use, and must not explain the next mistake.
  for (const watched of stuck) memories.delete(watched);
  return stuck.length > 0;
}
