import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenOutcomes, outcomeOf } from '#workers/testing/broken.ts';
import { createReusedMedia, decodeIn, probeIn } from '#workers/testing/decoding.ts';
import { isLong, recording, recordingsIn, someOf } from '#workers/testing/recordings.ts';

const patient = { timeout: 300_000 };
const limitMs = 10_000;
const lengths = isLong() ? 200 : 40;

let media: ReturnType<typeof createReusedMedia>;
beforeAll(() => void (media = createReusedMedia()));
afterAll(() => media[Symbol.dispose]());

const framesOf = (file: File) =>
  media.run(async (worker) => (await decodeIn(worker, file, await probeIn(worker, file))).frames, limitMs);

/** Resolves to the number of frames or the error code. */
const ending = (file: File): Promise<number | string> =>
  framesOf(file).catch((error: unknown) => String((error as { code?: string }).code ?? error));

/** Pseudorandom numbers from 0 to 1 (Lehmer, MINSTD), the same in every run. */
function seeded(seed: number) {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** One file per format, and the least share of its cuts that must give sound. */
const clips: [format: string, name: string, share: number][] = [
  ['m4a in fragments', 'derived/fr-fragmented.mp4', 0.5],
  // Without its index no sound can be found.
  ['m4a with its index at the end', 'vad/ricky0123-4-segments.m4a', 0],
  ['mp3', 'en/commonvoice-en_22058266.mp3', 0.5],
  ['webm', 'derived/de-live.webm', 0.5],
  ['wav', 'en/librivox-austen-0880.wav', 0.5],
  ['flac', 'en/mfa_reallylong.flac', 0.5],
  ['ogg', 'de/fleurs-de-006.ogg', 0.5],
];

const isPresent = recordingsIn('broken').length > 0;

describe.skipIf(!isPresent)('a file cut at any length', patient, () => {
  it.each(clips)('(%s) ends in sound or in a reason', async (_format, name, share) => {
    const file = await recording(name);
    const whole = await framesOf(file);
    const random = seeded(20_261_121);
    const before = media.replaced();
    const odd: string[] = [];
    let heard = 0;
    for (let i = 0; i < lengths; i++) {
      const bytes = 1 + Math.floor(random() * (file.size - 1));
      const end = await ending(new File([file.slice(0, bytes)], file.name));
      // A truncated file may end in one concealed frame, but not in more sound than the whole.
      const isResult = typeof end === 'number' && end > 0 && end <= whole + 5_000;
      if (isResult) heard++;
      if (!isResult && !String(end).startsWith('media.')) odd.push(`${bytes}: ${end}`);
    }
    expect(odd).toEqual([]);
    expect(media.replaced()).toBe(before);
    expect(heard / lengths).toBeGreaterThanOrEqual(share);
    expect(await framesOf(file)).toBe(whole);
  });
});

describe.skipIf(!isPresent)('a broken file', patient, () => {
  it.each(Object.entries(brokenOutcomes).filter(([, outcome]) => outcome !== 'media.empty'))(
    '%s ends in %s in the same worker, and the next file is read',
    async (name, outcome) => {
      const file = await recording(`broken/${name}`);
      const work = framesOf(file).then((frames) => ({ durationS: frames }));
      expect(await outcomeOf(work)).toBe(outcome);
      expect(await framesOf(await recording('en/jfk.wav'))).toBe(176_000);
    },
  );
});

const containers = recordingsIn('containers');
describe.skipIf(containers.length === 0)('every container of AUDIO_DIR', patient, () => {
  it.each(someOf(containers))('%s is read', async (name) => {
    expect(await framesOf(await recording(name))).toBeGreaterThan(0);
  });
});
