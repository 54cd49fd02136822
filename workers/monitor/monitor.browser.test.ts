import { describe, expect, it } from 'vitest';
import { concat, interleave, noise, silence } from '#wasm/testing/signals.ts';
import type { MonitorMessage } from '#workers/recorder/recorder.contract.ts';
import { fixtureSpeech } from '#workers/testing/fixture-speech.ts';
import { openMonitor } from './monitor.client.ts';
import type { MonitorEvent } from './monitor.contract.ts';

const sampleRate = 48_000;
const blockFrames = 960;

/** Posts stereo blocks of 20 ms as a recorder does. */
function passOn(port: MessagePort, type: 'recorded' | 'unrecorded', mono: Float32Array) {
  for (let at = 0; at < mono.length; at += blockFrames) {
    const part = mono.subarray(at, at + blockFrames);
    const samples = interleave(part, part) as Float32Array<ArrayBuffer>;
    port.postMessage({ type, samples } satisfies MonitorMessage, [samples.buffer]);
  }
}
const tell = (port: MessagePort, type: 'split' | 'end') =>
  port.postMessage({ type } satisfies MonitorMessage);

type Of<T extends MonitorEvent['type']> = Extract<MonitorEvent, { type: T }>;
const only = <T extends MonitorEvent['type']>(events: readonly MonitorEvent[], type: T) =>
  events.filter((event): event is Of<T> => event.type === type);

async function listened(feed: (port: MessagePort) => void) {
  using monitor = openMonitor();
  const { port1, port2 } = new MessageChannel();
  const events: MonitorEvent[] = [];
  const ended = monitor.listen(port2, { sampleRate, channels: 2 }, (event) => events.push(event));
  feed(port1);
  expect(await ended).toBe(true);
  return events;
}

describe('the monitor beside a recorder', () => {
  it('gives a recording all that an analysis of the same sound gives, and each part its own', async () => {
    const speech = await fixtureSpeech(sampleRate, 20);
    const events = await listened((port) => {
      passOn(port, 'unrecorded', noise(-60, 1, sampleRate));
      passOn(port, 'recorded', speech);
      tell(port, 'split');
      passOn(port, 'recorded', concat(noise(-60, 2, sampleRate), speech.subarray(0, 5 * sampleRate)));
      tell(port, 'end');
    });
    const [first, second, ...more] = only(events, 'part').map(({ sound }) => sound);
    expect(more).toEqual([]);
    expect(first!.durationS).toBeCloseTo(20, 6);
    expect(second!.durationS).toBeCloseTo(7, 6);
    expect(first!.peaks).toHaveLength(2 * 20 * 20);
    expect(second!.peaks).toHaveLength(2 * 20 * 7);
    expect(first!.speech.length).toBeGreaterThan(3);
    expect(first!.verdict.grade).toBe('good');
    // The second recording begins with 2 s of noise.
    expect(second!.speech[0]![0]).toBeGreaterThan(1.8);
  });

  it('shows the same peaks and regions while they come as at the end', async () => {
    const speech = await fixtureSpeech(sampleRate, 30);
    const events = await listened((port) => {
      passOn(port, 'recorded', speech);
      tell(port, 'end');
    });
    const [{ sound }] = only(events, 'part') as [Of<'part'>];
    const peaks: number[] = [];
    let regions: [number, number][] = [];
    for (const picture of only(events, 'picture')) {
      peaks.push(...picture.peaks);
      regions = [...regions.slice(0, picture.speechFrom), ...picture.speech];
    }
    expect(peaks.length).toBeGreaterThan(0);
    expect(peaks).toEqual([...sound.peaks.subarray(0, peaks.length)]);
    expect(regions).toEqual(sound.speech.slice(0, regions.length));
  });

  it('tells where in the recording a report belongs, and nothing of a position while it is only heard', async () => {
    // There are 60 reports a second at most, and sound is analysed much faster than it is played.
    const events = await listened((port) => {
      passOn(port, 'unrecorded', silence(60, sampleRate));
      passOn(port, 'recorded', noise(-50, 30, sampleRate));
      tell(port, 'end');
    });
    const reports = only(events, 'report');
    const heard = reports.filter(({ positionS }) => positionS === null);
    const positions = reports.flatMap(({ positionS }) => positionS ?? []);
    expect(heard.length).toBeGreaterThan(0);
    expect(heard.at(-1)!.report.warnings).toEqual(['no_sound']);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(positions.at(-1)).toBeLessThanOrEqual(30);
    expect(reports.at(-1)!.report.rmsDbfs).toBeCloseTo(-50, 0);
  });

  it('gives no part of what was never recorded', async () => {
    const events = await listened((port) => {
      passOn(port, 'unrecorded', noise(-50, 1, sampleRate));
      tell(port, 'split');
      tell(port, 'end');
    });
    expect(only(events, 'part')).toEqual([]);
    expect(only(events, 'picture')).toEqual([]);
  });

  it('listens again after the device changed, at another rate', async () => {
    using monitor = openMonitor();
    const durations: number[] = [];
    for (const rate of [48_000, 44_100]) {
      const { port1, port2 } = new MessageChannel();
      const ended = monitor.listen(port2, { sampleRate: rate, channels: 2 }, (event) => {
        if (event.type === 'part') durations.push(event.sound.durationS);
      });
      passOn(port1, 'recorded', noise(-50, 1, rate));
      tell(port1, 'end');
      expect(await ended).toBe(true);
    }
    expect(durations[0]).toBeCloseTo(1, 6);
    expect(durations[1]).toBeCloseTo(1, 6);
  });

  it('says that it failed instead of throwing when it is ended or given nonsense', async () => {
    const { port2 } = new MessageChannel();
    const monitor = openMonitor();
    const ended = monitor.listen(port2, { sampleRate, channels: 2 }, () => {});
    monitor[Symbol.dispose]();
    expect(await ended).toBe(false);
    const broken = new MessageChannel();
    using other = openMonitor();
    const failing = other.listen(broken.port2, { sampleRate, channels: 2 }, () => {});
    broken.port1.postMessage({ type: 'recorded', samples: null });
    expect(await failing).toBe(false);
  });
});
