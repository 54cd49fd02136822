import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import type { CaptureMessage } from '#workers/recorder/recorder.contract.ts';
import { type GraphEvent, openCaptureGraph } from './capture-graph.ts';
import { createDevices } from './devices.ts';
import { microphonePermission } from './permission.ts';
import { noOptions } from '#web/features/recording/state/recording.rules.ts';

/** Chromium's fake microphone: a beep every second. */
async function open() {
  const { port1, port2 } = new MessageChannel();
  const blocks: CaptureMessage[] = [];
  const events: GraphEvent[] = [];
  port2.addEventListener('message', ({ data }: MessageEvent<CaptureMessage>) => blocks.push(data));
  port2.start();
  const input = { deviceId: null, options: noOptions, pcm: port1 };
  const graph = await openCaptureGraph({ ...input, onEvent: (event) => events.push(event) });
  onTestFinished(() => {
    graph[Symbol.dispose]();
    port2.close();
  });
  const seconds = () => blocks.reduce((sum, block) => sum + (block?.length ?? 0), 0) / 2 / graph.sampleRate;
  const hears = async (more: number) => {
    const until = seconds() + more;
    await eventually(() => expect(seconds()).toBeGreaterThan(until));
  };
  return { graph, blocks, events, seconds, hears };
}

test('What the microphone hears is posted block by block, and the rest and the end when it is flushed', async () => {
  const { graph, blocks, hears } = await open();
  expect(graph.microphone()).toMatchObject({ id: 'default', isMuted: false });
  expect(graph.track()?.readyState).toBe('live');
  await hears(1.2);
  const loudest = blocks
    .flatMap((block) => [...(block ?? [])])
    .reduce((max, x) => Math.max(max, Math.abs(x)), 0);
  expect(loudest).toBeGreaterThan(0.1);
  graph.flush();
  await eventually(() => expect(blocks.at(-1)).toBeNull());
});

test('Another microphone is heard in the same graph, and the one before is let go', async () => {
  const { graph, hears } = await open();
  const former = graph.track();
  const list = await createDevices(navigator.mediaDevices, localStorage).list();
  const other = list.find(({ id }) => id !== 'default');
  expect(other).toBeDefined();
  const heard = await graph.use({ deviceId: other!.id, options: noOptions });
  expect(heard).toEqual({ id: other!.id, label: other!.label, isMuted: false });
  expect(former?.readyState).toBe('ended');
  await hears(0.3);
});

test('A microphone that is not there leaves the one before alone', async () => {
  const { graph, hears } = await open();
  const gone = graph.use({ deviceId: 'gone', options: noOptions });
  await expect(gone).rejects.toMatchObject({ code: 'capture.no_device' });
  expect(graph.track()?.readyState).toBe('live');
  await hears(0.3);
});

test('Nothing is processed unless it is asked for', async () => {
  const { graph } = await open();
  const off = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
  expect(graph.track()?.getSettings()).toMatchObject(off);
  await graph.use({ deviceId: null, options: { ...noOptions, echoCancellation: true } });
  expect(graph.track()?.getSettings().echoCancellation).not.toBe(false);
});

test('A track that ends is told, and is not recorded as silence', async () => {
  const { graph, events, blocks, hears } = await open();
  await hears(0.2);
  // `stop` fires no `ended` event; unplugging a device does.
  graph.track()?.dispatchEvent(new Event('ended'));
  expect(events).toContainEqual({ type: 'ended' });
  expect(graph.microphone()).toBeNull();
  // Samples already in transit arrive, then no more.
  await new Promise((later) => setTimeout(later, 300));
  const count = blocks.length;
  await new Promise((later) => setTimeout(later, 300));
  expect(blocks.length).toBe(count);
  await graph.use({ deviceId: null, options: noOptions });
  await hears(0.2);
});

test('The sound has the rate of its microphone', async () => {
  const { graph } = await open();
  expect(graph.sampleRate).toBe(graph.track()?.getSettings().sampleRate);
});

test('A muted track is told', async () => {
  const { graph, events } = await open();
  graph.track()?.dispatchEvent(new Event('mute'));
  graph.track()?.dispatchEvent(new Event('unmute'));
  expect(events).toEqual([
    { type: 'muted', isMuted: true },
    { type: 'muted', isMuted: false },
  ]);
});

test('Another listener gets the sound from now on', async () => {
  const { graph, hears } = await open();
  await hears(0.2);
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port2.close());
  let count = 0;
  port2.addEventListener('message', () => {
    count += 1;
  });
  port2.start();
  graph.feed(port1);
  await eventually(() => expect(count).toBeGreaterThan(3));
});

test('Disposing lets go of the microphone', async () => {
  const { graph } = await open();
  const track = graph.track();
  graph[Symbol.dispose]();
  expect(track?.readyState).toBe('ended');
});

test('The permission that was given is known', async () => {
  await open();
  expect((await microphonePermission())?.state).toBe('granted');
});
