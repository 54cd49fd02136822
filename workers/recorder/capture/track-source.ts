import { toStereo } from './to-stereo.ts';
import type { OnSound, SoundSource } from './sound-source.ts';

/** After this many reads in a row that had to wait for the device, the stream holds no older block. */
const awaitedBlocks = 3;

/** Reads the sound of a track. It ends with the track. */
export function openTrackSource(stream: ReadableStream<AudioData>, onSound: OnSound): SoundSource {
  const reader = stream.getReader();
  let isFinishing = false;

  async function read(): Promise<void> {
    let awaited = 0;
    for (;;) {
      const askedAtMs = performance.now();
      // The stream fails when its track is gone. What has arrived until then is the sound.
      const { value: data } = await reader.read().catch(() => ({ value: undefined }));
      if (!data) return;
      const blockMs = (1000 * data.numberOfFrames) / data.sampleRate;
      // A block that was captured before arrives at once; the next one takes about its own length.
      awaited = performance.now() - askedAtMs > blockMs / 2 ? awaited + 1 : 0;
      try {
        onSound(toStereo(data), data.sampleRate);
      } finally {
        data.close();
      }
      if (isFinishing && awaited >= awaitedBlocks) return;
    }
  }

  return {
    ended: read(),
    finish() {
      isFinishing = true;
    },
    [Symbol.dispose]: () => void reader.cancel().catch(() => {}),
  };
}
