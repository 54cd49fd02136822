import { describe, expect, it } from 'vitest';
import { concat, interleave, noise, silence } from '#wasm/testing/signals.ts';
import type { MonitorMessage } from '#workers/recorder/recorder.contract.ts';
import { fixtureSpeech } from '#workers/testing/fixture-speech.ts';
import { openMonitor, type Monitor } from './monitor.client.ts';
import type { MonitorEvent, MonitorWindow } from './monitor.contract.ts';

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

const never = new AbortController().signal;

async function windowsOf(monitor: Monitor): Promise<MonitorWindow[]> {
  const all: MonitorWindow[] = [];
  for (let next = await monitor.nextWindow(never); next; next = await monitor.nextWindow(never))
    all.push(next);
  return all;
}
const finalSpans = (windows: readonly MonitorWindow[], part: number) =>
  windows.flatMap(({ part: of, window }) => (of === part && window?.isFinal ? [window.span] : []));
const isWithin = (
  inner: readonly (readonly [number, number])[],
  outer: readonly (readonly [number, number])[],
) => inner.every(([from, to]) => outer.some(([start, end]) => from >= start - 0.2 && to <= end + 0.2));

describe('windows for a draft', () => {
  it('hold all speech that was recorded, of each part in its own times', async () => {
    using monitor = openMonitor();
    const { port1, port2 } = new MessageChannel();
    const sounds: Of<'part'>['sound'][] = [];
    monitor.cutWindows({ maxS: 30 });
    const ended = monitor.listen(port2, { sampleRate, channels: 2 }, (event) => {
      if (event.type === 'part') sounds.push(event.sound);
    });
    const speech = await fixtureSpeech(sampleRate, 20);
    passOn(port1, 'unrecorded', speech.subarray(0, 3 * sampleRate));
    passOn(port1, 'recorded', speech);
    // A pause is not recorded, and has no part in the times.
    passOn(port1, 'unrecorded', speech);
    tell(port1, 'split');
    passOn(port1, 'recorded', speech.subarray(0, 8 * sampleRate));
    tell(port1, 'end');
    const windows = await windowsOf(monitor);
    expect(await ended).toBe(true);
    const [first, second] = sounds;
    expect(isWithin(first!.speech, finalSpans(windows, 0))).toBe(true);
    expect(isWithin(second!.speech, finalSpans(windows, 1))).toBe(true);
    for (const [from, to] of finalSpans(windows, 1)) expect([from >= 0, to <= 8.01]).toEqual([true, true]);
    expect(windows.filter(({ window }) => window === null).map(({ part }) => part)).toEqual([0, 1]);
    const given = windows.flatMap(({ window }) => window ?? []);
    for (const { samples, span } of given) expect(samples.length / 16_000).toBeCloseTo(span[1] - span[0], 2);
  });

  it('begin at the moment from which they are wanted', async () => {
    using monitor = openMonitor();
    const { port1, port2 } = new MessageChannel();
    let recordedS = 0;
    let sound: Of<'part'>['sound'] | null = null;
    const ended = monitor.listen(port2, { sampleRate, channels: 2 }, (event) => {
      if (event.type === 'picture') recordedS += event.peaks.length / 2 / 20;
      if (event.type === 'part') ({ sound } = event);
    });
    const speech = await fixtureSpeech(sampleRate, 20);
    passOn(port1, 'recorded', speech);
    await expect.poll(() => recordedS).toBeGreaterThan(5);
    monitor.cutWindows({ maxS: 30 });
    passOn(port1, 'recorded', speech);
    tell(port1, 'end');
    const spans = finalSpans(await windowsOf(monitor), 0);
    expect(await ended).toBe(true);
    const beginS = spans[0]?.[0] ?? 0;
    expect(beginS).toBeGreaterThan(5);
    const speechAfter = (sound as unknown as Of<'part'>['sound']).speech.filter(([from]) => from > beginS);
    expect(speechAfter.length).toBeGreaterThan(2);
    expect(isWithin(speechAfter, spans)).toBe(true);
  });

  it('are dropped when they are not wanted any more', async () => {
    using monitor = openMonitor();
    const { port1, port2 } = new MessageChannel();
    monitor.cutWindows({ maxS: 30 });
    const ended = monitor.listen(port2, { sampleRate, channels: 2 }, () => {});
    passOn(port1, 'recorded', await fixtureSpeech(sampleRate, 20));
    expect((await monitor.nextWindow(never))?.part).toBe(0);
    monitor.cutWindows(null);
    tell(port1, 'end');
    expect(await ended).toBe(true);
    expect(await windowsOf(monitor)).toEqual([]);
  });

  it('of a monitor that fails are refused instead of awaited', async () => {
    using monitor = openMonitor();
    const { port1, port2 } = new MessageChannel();
    monitor.cutWindows({ maxS: 30 });
    const ended = monitor.listen(port2, { sampleRate, channels: 2 }, () => {});
    const waiting = monitor.nextWindow(never);
    waiting.catch(() => {});
    port1.postMessage({ type: 'recorded', samples: null });
    expect(await ended).toBe(false);
    await expect(waiting).rejects.toMatchObject({ code: 'worker.failed' });
  });

  it('that nobody takes do not fill the memory: whole windows are skipped and listed', async () => {
    using monitor = openMonitor();
    const { port1, port2 } = new MessageChannel();
    monitor.cutWindows({ maxS: 30 });
    const ended = monitor.listen(port2, { sampleRate, channels: 2 }, () => {});
    const speech = await fixtureSpeech(sampleRate, 20);
    for (let round = 0; round < 10; round += 1) passOn(port1, 'recorded', speech);
    tell(port1, 'end');
    expect(await ended).toBe(true);
    const windows = await windowsOf(monitor);
    const skipped = windows[0]?.window?.skipped ?? [];
    expect(skipped[0]?.[0]).toBeLessThan(3);
    expect(windows[0]?.window?.span[0]).toBeGreaterThan(70);
  });
});
