import { expect, onTestFinished, test } from 'vitest';
import { interleave } from '#wasm/testing/signals.ts';
import { openMonitor } from '#workers/monitor/monitor.client.ts';
import type { MonitorMessage } from '#workers/recorder/recorder.contract.ts';
import { fixtureSpeech } from '#workers/testing/fixture-speech.ts';
import { createLiveAnalysis, type LiveAnalysis } from './live-analysis.ts';

const sampleRate = 48_000;
const blockFrames = 960;
const never = new AbortController().signal;

function open(): LiveAnalysis {
  const analysis = createLiveAnalysis({
    openMonitor,
    onReport() {},
    onPicture() {},
    onFailed: () => expect.unreachable('The monitor works.'),
    patienceMs: 60_000,
  });
  onTestFinished(() => analysis[Symbol.dispose]());
  analysis.cutWindows({ maxS: 30 });
  return analysis;
}

/** Attaches a microphone whose whole sound is recorded, as a recorder does. */
function attach(analysis: LiveAnalysis): (mono: Float32Array) => void {
  const { port1, port2 } = new MessageChannel();
  analysis.attach(port2, sampleRate);
  return (mono) => {
    for (let at = 0; at < mono.length; at += blockFrames) {
      const part = mono.subarray(at, at + blockFrames);
      const samples = interleave(part, part) as Float32Array<ArrayBuffer>;
      port1.postMessage({ type: 'recorded', samples } satisfies MonitorMessage, [samples.buffer]);
    }
    port1.postMessage({ type: 'end' } satisfies MonitorMessage);
  };
}

/** Returns the speech of all final windows, s. */
async function speechOf(analysis: LiveAnalysis): Promise<[number, number][]> {
  const source = analysis.windows(0);
  const speech: [number, number][] = [];
  for (let next = await source.next(never); next; next = await source.next(never))
    if (next.isFinal) speech.push(...next.speech);
  return speech;
}

test('A microphone that is replaced in the middle loses no speech, and moves none in time', async () => {
  const spoken = await fixtureSpeech(sampleRate, 20);
  const whole = open();
  const play = attach(whole);
  whole.begin(0, 0);
  play(spoken);
  const expected = await speechOf(whole);

  const replaced = open();
  const first = attach(replaced);
  replaced.begin(0, 0);
  const second = attach(replaced);
  const borderS = 8;
  first(spoken.subarray(0, borderS * sampleRate));
  second(spoken.subarray(borderS * sampleRate));
  const found = await speechOf(replaced);

  const isIn = (atS: number, regions: readonly (readonly [number, number])[]) =>
    regions.some(([from, to]) => atS >= from && atS < to);
  const middles = expected.map(([from, to]) => (from + to) / 2);
  expect(middles.length).toBeGreaterThan(4);
  expect(middles.filter((atS) => !isIn(atS, found))).toEqual([]);
  expect(found.map(([from, to]) => (from + to) / 2).filter((atS) => !isIn(atS, expected))).toEqual([]);
});
