/**
 * Returns a blob whose stream repeats pieces of `lengths` (bytes) and fails at byte `failsAt`; `read` reads its slices.
 */
export function blobInPieces(
  bytes: Uint8Array<ArrayBuffer>,
  lengths: readonly number[],
  { failsAt = Infinity, read = (blob: Blob) => blob.arrayBuffer() } = {},
): Blob {
  const whole = new Blob([bytes]);
  const stream = () => {
    let at = 0;
    let piece = 0;
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= failsAt) return controller.error(new TypeError('network error'));
        if (at >= bytes.length) return controller.close();
        const end = at + lengths[piece++ % lengths.length]!;
        controller.enqueue(bytes.slice(at, end));
        at = end;
      },
    });
  };
  const slice = (from: number, to: number) => ({ arrayBuffer: () => read(whole.slice(from, to)) });
  return { size: bytes.length, stream, slice } as unknown as Blob;
}
