import type { FilePiece } from '#workers/recorder/recorder.contract.ts';
import { decodeLive } from './decode-live.ts';
import type { OnSound, SoundSource } from './sound-source.ts';

/** Decodes a file while a `MediaRecorder` writes it. */
export function openFileSource(port: MessagePort, onSound: OnSound): SoundSource {
  let pieces!: ReadableStreamDefaultController<Uint8Array>;
  const file = new ReadableStream<Uint8Array>({
    start(controller) {
      pieces = controller;
    },
  });
  const ending = new AbortController();
  let isEmpty = true;
  port.addEventListener('message', ({ data }: MessageEvent<FilePiece>) => {
    if (ending.signal.aborted) return;
    if (!data) return pieces.close();
    isEmpty = false;
    pieces.enqueue(data);
  });
  port.start();

  async function decode(): Promise<void> {
    try {
      await decodeLive(file, (block, sampleRate) => {
        if (!ending.signal.aborted) onSound(block, sampleRate);
      });
    } catch (error) {
      // A file that was stopped at once has no bytes.
      if (!ending.signal.aborted && !isEmpty) throw error;
    } finally {
      // The decoder may have seen the end before the last message, and does not read on.
      ending.abort();
      port.close();
    }
  }

  return {
    ended: decode(),
    finish() {},
    [Symbol.dispose]() {
      if (ending.signal.aborted) return;
      ending.abort();
      port.close();
      pieces.error(ending.signal.reason);
    },
  };
}
