import type { CaptureBlock } from '#workers/recorder/recorder.contract.ts';
import type { OnSound, SoundSource } from './sound-source.ts';

/** Receives the blocks of a capture node. The node ends them with null. */
export function openBlockSource(port: MessagePort, sampleRate: number, onSound: OnSound): SoundSource {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  port.addEventListener('message', ({ data }: MessageEvent<CaptureBlock>) => {
    if (data) onSound(data, sampleRate);
    else resolve();
  });
  port.start();
  return { ended, finish() {}, [Symbol.dispose]: () => port.close() };
}
