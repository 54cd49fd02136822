import { toStereo } from './to-stereo.ts';
import type { OnSound, SoundSource } from './sound-source.ts';

/** Reads the sound of a track. It ends with the track. */
export function openTrackSource(stream: ReadableStream<AudioData>, onSound: OnSound): SoundSource {
  const reader = stream.getReader();
  let isFinishing = false;

  async function read(): Promise<void> {
    for (;;) {
      // The stream fails when its track is gone. What has arrived until then is the sound.
      const { value: data } = await reader.read().catch(() => ({ value: undefined }));
      if (!data) return;
      try {
        onSound(toStereo(data), data.sampleRate);
      } finally {
        data.close();
      }
      // A block that arrives after the end of the capture holds the last samples before it.
      if (isFinishing) return;
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
