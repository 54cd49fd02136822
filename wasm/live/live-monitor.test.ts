import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadKernel } from '../../tools/kernel.ts';
import { clipped, concat, interleave, mix, noise, silence, sine } from '#wasm/testing/signals.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import { createLiveMonitor, type LiveReport, type SoundUse, type SoundWarning } from './live-monitor.ts';

const { samples: spoken, sampleRate } = fromWav(
  readFileSync(join(import.meta.dirname, '../../models/fixture/audio/de_conversation.wav')),
);
const speech = (seconds: number, gain = 1) =>
  Float32Array.from({ length: seconds * sampleRate }, (_, i) => spoken[i % spoken.length]! * gain);
const room = (seconds: number, dbfs = -60) => noise(dbfs, seconds, sampleRate, 5);
const inRoom = (seconds: number, gain = 1) => mix(speech(seconds, gain), room(seconds));

const monitorOf = (channels = 1) => {
  const { createDetect, createResampler } = loadKernel();
  return createLiveMonitor({ sampleRate, channels, detect: createDetect(), createResampler });
};

type Span = [warning: SoundWarning, fromS: number, toS: number | null];

async function heard(
  samples: Float32Array,
  {
    channels = 1,
    use = () => 'recorded' as SoundUse,
    blockS = 0.02,
  }: { channels?: number; use?: (s: number) => SoundUse; blockS?: number } = {},
) {
  const monitor = monitorOf(channels);
  const block = Math.round(blockS * sampleRate) * channels;
  const spans: Span[] = [];
  const verdicts: LiveReport['verdict'][] = [];
  let verdictS = Infinity;
  let report!: LiveReport;
  let warnings: SoundWarning[] = [];
  for (let at = 0; at < samples.length; at += block) {
    const atS = (at + block) / channels / sampleRate;
    report = await monitor.push(samples.subarray(at, at + block), use(atS));
    for (const warning of report.warnings) if (!warnings.includes(warning)) spans.push([warning, atS, null]);
    for (const warning of warnings)
      if (!report.warnings.includes(warning)) spans.findLast(([other]) => other === warning)![2] = atS;
    ({ warnings } = report);
    if (report.verdict !== null && verdicts.at(-1) !== report.verdict) verdicts.push(report.verdict);
    if (report.verdict !== null) verdictS = Math.min(verdictS, atS);
  }
  return { spans, verdicts, verdictS, report };
}

describe('warnings while recording', () => {
  it('come for none of speech in a quiet room, and the sound check says good', async () => {
    const { spans, verdicts, verdictS } = await heard(inRoom(40));
    expect(spans).toEqual([]);
    expect(verdicts).toEqual(['good']);
    expect(verdictS).toBeLessThan(3);
  });

  it.each([
    ['zeros', silence(5, sampleRate)],
    ['the noise of a converter', room(5, -92)],
    ['a dead input with an offset', silence(5, sampleRate).fill(0.03)],
  ])('say within 3 s that there is no sound: %s', async (_name, samples) => {
    const { spans, verdictS, report } = await heard(samples);
    expect(spans.map(([warning]) => warning)).toEqual(['no_sound']);
    expect(spans[0]![1]).toBeLessThan(3);
    expect(verdictS).toBeLessThan(3);
    expect(report.verdict).toBe('no_sound');
  });

  it('say within 5 s that the sound has gone, and nothing else of it, and stop when it is back', async () => {
    const { spans } = await heard(concat(inRoom(8), silence(8, sampleRate), inRoom(6)));
    const [[warning, fromS, toS], ...more] = spans as [Span, ...Span[]];
    expect(more).toEqual([]);
    expect(warning).toBe('no_sound');
    expect(fromS - 8).toBeLessThan(5);
    expect(toS! - 16).toBeLessThan(1);
  });

  it('bear with an input that gives zeros between sentences', async () => {
    const gated = [6, 3, 6, 2, 6, 7, 6].map((seconds, i) =>
      i % 2 ? silence(seconds, sampleRate) : speech(seconds),
    );
    expect((await heard(concat(...gated))).spans).toEqual([]);
  });

  it.each<[SoundWarning, string, Float32Array, number]>([
    ['too_quiet', 'speech at -54 dBFS', inRoom(20, 0.03), 10],
    ['clipping', 'speech 14 dB over full scale', clipped(inRoom(12), 40), 3],
    ['noisy', 'as much noise as speech', mix(speech(20), room(20, -27)), 12],
    ['noisy', 'a loud room without anybody', room(12, -28), 12],
    [
      'hum',
      'hum 10 dB below speech',
      mix(
        inRoom(20),
        mix(
          sine({ frequency: 50, dbfs: -34, durationS: 20, sampleRate }),
          mix(
            sine({ frequency: 100, dbfs: -38, durationS: 20, sampleRate }),
            sine({ frequency: 150, dbfs: -38, durationS: 20, sampleRate }),
          ),
        ),
      ),
      10,
    ],
    [
      'echo',
      'a copy 240 ms later',
      inRoom(20).map((s, i, all) => s + 0.25 * (all[i - 0.24 * sampleRate] ?? 0)),
      12,
    ],
    ['nobody_speaking', 'a room without anybody', room(32), 30],
  ])('%s: %s, once and in time', async (expected, _name, samples, withinS) => {
    const { spans, verdictS } = await heard(samples);
    expect(spans.map(([warning]) => warning)).toEqual([expected]);
    expect(spans[0]![1]).toBeLessThan(withinS);
    expect(spans[0]![2]).toBeNull();
    expect(verdictS).toBeLessThan(3);
  });

  it('say after two minutes that nobody has spoken for long, until somebody does', async () => {
    const { spans } = await heard(concat(inRoom(6), room(124), inRoom(6)));
    const [[warning, fromS, toS], ...more] = spans as [Span, ...Span[]];
    expect(more).toEqual([]);
    expect(warning).toBe('long_silence');
    expect(fromS).toBeGreaterThan(120);
    expect(toS! - 130).toBeLessThan(5);
  });

  it('do not begin in a pause, however long and silent, and end there when their cause does', async () => {
    const pauseFromS = 14;
    const samples = concat(clipped(inRoom(8), 40), inRoom(6), inRoom(4), silence(140, sampleRate), inRoom(6));
    const use = (s: number): SoundUse => (s > pauseFromS && s < 158.5 ? 'paused' : 'recorded');
    const { spans } = await heard(samples, { use });
    expect(spans.map(([warning]) => warning)).toEqual(['clipping']);
    expect(spans[0]![2]).toBeGreaterThan(8);
  });

  it('do not count the silence of a sound check', async () => {
    const use = (s: number): SoundUse => (s < 40 ? 'checked' : 'recorded');
    const { spans, verdicts } = await heard(concat(room(44), inRoom(6)), { use });
    expect(spans).toEqual([]);
    expect(verdicts).toEqual(['nobody_speaking', 'good']);
  });

  it.each([
    ['a dead channel', (mono: Float32Array) => interleave(silence(20, sampleRate), mono)],
    [
      'an inverted one',
      (mono: Float32Array) =>
        interleave(
          mono,
          mono.map((s) => -s),
        ),
    ],
  ])('are not raised by %s beside a good one', async (_name, make) => {
    const { spans, report } = await heard(make(inRoom(20)), { channels: 2 });
    expect(spans).toEqual([]);
    expect(report.verdict).toBe('good');
  });

  it('do not depend on the size of the blocks', async () => {
    const samples = concat(inRoom(8), clipped(inRoom(4), 40), silence(8, sampleRate));
    const [small, large] = [await heard(samples, { blockS: 0.01 }), await heard(samples, { blockS: 0.5 })];
    const names = ({ spans }: typeof small) => spans.map(([warning]) => warning);
    expect(names(large)).toEqual(names(small));
    for (const [i, [, fromS]] of small.spans.entries())
      expect(Math.abs(large.spans[i]![1] - fromS)).toBeLessThanOrEqual(0.65);
  });
});

describe('a report', () => {
  it('says who speaks a fraction of a second later, and that nobody does soon after', async () => {
    const monitor = monitorOf();
    const at = async (samples: Float32Array) => (await monitor.push(samples)).isSpeech;
    expect(await at(room(1))).toBe(false);
    // The first sentence begins after 0.4 s.
    expect(await at(inRoom(1.2))).toBe(true);
    expect(await at(room(1))).toBe(false);
  });

  it('forgets at a reset what was heard before', async () => {
    const monitor = monitorOf();
    expect((await monitor.push(silence(4, sampleRate))).warnings).toEqual(['no_sound']);
    monitor.reset();
    const { warnings, verdict } = await monitor.push(room(0.5));
    expect(warnings).toEqual([]);
    expect(verdict).toBeNull();
  });
});
