import { newId } from '#api/lib/id.ts';
import { peaksKey, type AudioStore } from '#api/storage/audio-store.ts';

/** Stores the peaks of an audio (pairs of signed 8-bit values, `api/media/peaks.ts`) and returns their key. */
export async function storePeaks(storage: AudioStore, peaks: Uint8Array): Promise<string> {
  const key = peaksKey(newId());
  await storage.create(key);
  await storage.append(
    key,
    0,
    (async function* () {
      yield peaks;
    })(),
  );
  return key;
}
