import { expect, onTestFinished, test, vi } from 'vitest';
import type { MonitorWindow } from '#workers/monitor/monitor.contract.ts';
import type { WindowSource } from '#workers/preview/draft-writer.client.ts';
import type { TimeSpan } from '#workers/preview/preview.contract.ts';
import { createLiveAnalysis } from './live-analysis.ts';
import { createFakeMonitors, type FakeMonitor } from '#web/features/recording/capture/capture-doubles.ts';
import { soundOf } from '#web/features/recording/recording-doubles.ts';

function listen(patienceMs = 60_000) {
  const monitors = createFakeMonitors();
  const reports: [index: number, atS: number | null][] = [];
  const onPicture = vi.fn<() => void>();
  const onFailed = vi.fn<() => void>();
  const analysis = createLiveAnalysis({
    openMonitor: monitors.openMonitor,
    onReport: (_report, index, atS) => reports.push([index, atS]),
    onPicture,
    onFailed,
    patienceMs,
  });
  const { port1 } = new MessageChannel();
  onTestFinished(() => {
    analysis[Symbol.dispose]();
    port1.close();
  });
  analysis.attach(port1, 48_000);
  return { analysis, monitors, reports, onPicture, onFailed, port: port1 };
}

const grown = (octet: number) => ({
  type: 'picture' as const,
  peaks: new Int8Array([octet, octet]),
  speech: [[0, 0.05]] as [number, number][],
  speechFrom: 0,
});

test('Each recording gets its own figures and picture, also where the monitor is ahead of the recorder', async () => {
  const { analysis, monitors, reports } = listen();
  monitors.report({}, null);
  analysis.begin(0, 0);
  monitors.report({}, 1);
  monitors.emit(grown(1));
  monitors.part(soundOf(1));
  monitors.report({}, 0.1);
  monitors.emit(grown(2));
  analysis.begin(1, 0);
  expect(reports).toEqual([
    [0, null],
    [0, 1],
    [1, 0.1],
  ]);
  expect((await analysis.sound(0))?.durationS).toBe(1);
  expect(analysis.picture(0).peaks[0]).toBe(1);
  expect(analysis.picture(1).peaks[0]).toBe(2);
});

test('What was recorded before anybody listened is left blank, and its figures are not claimed', async () => {
  const { analysis, monitors, reports } = listen();
  analysis.begin(0, 10);
  monitors.report({}, 1);
  monitors.emit(grown(5));
  monitors.part(soundOf(1));
  expect(reports).toEqual([[0, 11]]);
  const { peaks, speech } = analysis.picture(0);
  expect(peaks).toHaveLength(10 * 40 + 2);
  expect(Array.from(peaks.slice(398))).toEqual([0, 0, 5, 5]);
  expect(speech).toEqual([[10, 10.05]]);
  expect(await analysis.sound(0)).toBeNull();
});

test('A monitor that fails is told once, and nobody waits for its figures', async () => {
  const { analysis, monitors, onFailed } = listen();
  analysis.begin(0, 0);
  const sound = analysis.sound(0);
  monitors.fail();
  expect(await sound).toBeNull();
  expect(await analysis.sound(0)).toBeNull();
  expect(onFailed).toHaveBeenCalledTimes(1);
});

test('A monitor that says nothing is waited for a while only', async () => {
  const { analysis } = listen(1);
  analysis.begin(0, 0);
  expect(await analysis.sound(0)).toBeNull();
});

test('Another monitor in the middle of a recording keeps the picture and claims no figures', async () => {
  const { analysis, monitors, port } = listen();
  analysis.begin(0, 0);
  monitors.emit(grown(7));
  analysis.attach(port, 48_000);
  analysis.begin(0, 0.05);
  monitors.emit(grown(8));
  expect([...analysis.picture(0).peaks]).toEqual([7, 7, 8, 8]);
  monitors.part(soundOf(1));
  expect(await analysis.sound(0)).toBeNull();
});

const spoken = (part: number, from: number, to: number): MonitorWindow => ({
  part,
  window: {
    span: [from, to],
    samples: new Int16Array(2),
    speech: [[from, to]],
    isFinal: true,
    waitingS: 0,
    skipped: [],
  },
});
const endOf = (part: number): MonitorWindow => ({ part, window: null });
const never = new AbortController().signal;

async function spansOf(source: WindowSource): Promise<TimeSpan[]> {
  const spans: TimeSpan[] = [];
  for (let next = await source.next(never); next; next = await source.next(never)) spans.push(next.span);
  return spans;
}

test('Each recording gets its own windows, with its own times', async () => {
  const { analysis, monitors } = listen();
  analysis.cutWindows({ maxS: 30 });
  analysis.begin(0, 10);
  expect(monitors.built[0]?.wanted).toEqual({ maxS: 30 });
  monitors.window(spoken(0, 1, 2));
  monitors.part(soundOf(5));
  monitors.window(spoken(0, 3, 4));
  monitors.window(endOf(0));
  monitors.window(spoken(1, 0, 1));
  monitors.window(endOf(1));
  monitors.window(null);
  expect(await spansOf(analysis.windows(0))).toEqual([
    [11, 12],
    [13, 14],
  ]);
  expect(await spansOf(analysis.windows(1))).toEqual([[0, 1]]);
  expect(await spansOf(analysis.windows(1))).toEqual([]);
});

test('Windows of a recording that nobody has taken are passed over, and none is taken from the next one', async () => {
  const { analysis, monitors } = listen();
  analysis.cutWindows({ maxS: 30 });
  analysis.begin(0, 0);
  monitors.window(spoken(0, 1, 2));
  monitors.window(spoken(1, 3, 4));
  monitors.window(null);
  monitors.part(soundOf(5));
  expect(await spansOf(analysis.windows(0))).toEqual([[1, 2]]);
  expect(await spansOf(analysis.windows(1))).toEqual([[3, 4]]);
});

test('A monitor that is replaced gives the windows that it has, and the next one goes on in time', async () => {
  const { analysis, monitors, port } = listen();
  analysis.cutWindows({ maxS: 30 });
  analysis.begin(0, 0);
  analysis.attach(port, 44_100);
  const [former, next] = monitors.built as [FakeMonitor, FakeMonitor];
  expect(next.wanted).toEqual({ maxS: 30 });
  expect(former.isOpen).toBe(true);
  former.give(spoken(0, 1, 2));
  former.emit({ type: 'part', sound: soundOf(8) });
  former.give(endOf(0));
  former.give(null);
  next.give(spoken(0, 1, 2));
  next.give(endOf(0));
  next.give(null);
  expect(await spansOf(analysis.windows(0))).toEqual([
    [1, 2],
    [9, 10],
  ]);
  expect(former.isOpen).toBe(false);
});

test('Who has failed says so, and another monitor goes on', async () => {
  const { analysis, monitors, port } = listen();
  analysis.cutWindows({ maxS: 30 });
  analysis.begin(0, 0);
  const source = analysis.windows(0);
  const waiting = source.next(never);
  monitors.fail();
  await expect(waiting).rejects.toMatchObject({ code: 'preview.sound_lost' });
  await expect(source.next(never)).rejects.toMatchObject({ code: 'preview.sound_lost' });
  analysis.attach(port, 48_000);
  monitors.window(spoken(0, 1, 2));
  expect((await source.next(never))?.span).toEqual([1, 2]);
});

test('Without a draft a monitor that is replaced ends at once', () => {
  const { analysis, monitors, port } = listen();
  analysis.begin(0, 0);
  analysis.attach(port, 48_000);
  expect(monitors.built.map(({ isOpen, wanted }) => [isOpen, wanted])).toEqual([
    [false, null],
    [true, null],
  ]);
});
