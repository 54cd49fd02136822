import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { openPcmInput } from '#workers/recorder/capture/pcm-input.ts';
import { noOptions } from '#web/features/recording/state/recording.rules.ts';
import type { OpenCaptureWay } from './capture-way.ts';
import { createDevices } from './devices.ts';
import { openFileWay } from './file-way.ts';
import { type MicrophoneEvent, openMicrophoneCapture } from './microphone-capture.ts';
import { captureWays, type CaptureWays } from './open-sound.ts';
import { microphonePermission } from './permission.ts';
import { openWorkletWay } from './worklet-way.ts';

const missing: OpenCaptureWay = async () => null;
const suspended: OpenCaptureWay = async (input) => {
  const way = await openWorkletWay(input);
  return way && Object.defineProperty(way, 'isRunning', { value: false });
};
const only: Record<string, CaptureWays> = {
  track: captureWays,
  worklet: { ...captureWays, track: missing },
  file: { ...captureWays, track: missing, worklet: missing },
};
const names = Object.keys(only);

/** The microphone that the browser plays; in Chromium a beep every second. */
async function open(ways: CaptureWays = captureWays) {
  const { port1, port2 } = new MessageChannel();
  const events: MicrophoneEvent[] = [];
  const failures: unknown[] = [];
  const input = { deviceId: null, options: noOptions, pcm: port1 };
  const capture = await openMicrophoneCapture({ ...input, onEvent: (event) => events.push(event) }, ways);
  const { sampleRate } = capture;
  const blocks: Float32Array[] = [];
  const recorder = openPcmInput({
    port: port2,
    sampleRate,
    onBlock: (block) => blocks.push(block),
    onFailure: (error) => failures.push(error),
  });
  onTestFinished(() => {
    capture[Symbol.dispose]();
    recorder[Symbol.dispose]();
    expect(failures).toEqual([]);
  });
  const seconds = () => blocks.reduce((sum, block) => sum + block.length, 0) / 2 / sampleRate;
  const hears = async (more: number) => {
    const until = seconds() + more;
    await eventually(() => expect(seconds()).toBeGreaterThan(until));
  };
  return { capture, recorder, blocks, events, seconds, hears };
}

test.each(names)(
  'By %s: what the microphone hears arrives, and the rest when it is flushed',
  async (name) => {
    const { capture, recorder, blocks, hears } = await open(only[name]);
    expect(capture.microphone()).toMatchObject({ id: 'default', isMuted: false });
    expect(capture.track()?.readyState).toBe('live');
    await hears(1.2);
    const loudest = blocks.flatMap((block) => [...block]).reduce((max, x) => Math.max(max, Math.abs(x)), 0);
    expect(loudest).toBeGreaterThan(0.1);
    capture.flush();
    await recorder.ended();
    const count = blocks.length;
    await new Promise((later) => setTimeout(later, 100));
    expect(blocks.length).toBe(count);
  },
);

test.each(names)('By %s: another microphone is heard, and the one before is let go', async (name) => {
  const { capture, hears } = await open(only[name]);
  const former = capture.track();
  const list = await createDevices(navigator.mediaDevices, localStorage).list();
  const other = list.find(({ id }) => id !== 'default');
  expect(other).toBeDefined();
  const heard = await capture.use({ deviceId: other!.id, options: noOptions }, true);
  expect(heard).toEqual({ id: other!.id, label: other!.label, isMuted: false });
  expect(former?.readyState).toBe('ended');
  await hears(0.3);
});

test.each(names)('By %s: nothing is lost when the processing changes twice', async (name) => {
  const { capture, seconds, hears } = await open(only[name]);
  await hears(0.5);
  const [startS, startMs] = [seconds(), performance.now()];
  await capture.use({ deviceId: null, options: { ...noOptions, noiseSuppression: true } }, true);
  await hears(0.7);
  await capture.use({ deviceId: null, options: noOptions }, true);
  await hears(0.7);
  const passedS = (performance.now() - startMs) / 1000;
  // The browser opens a microphone in some hundredths of a second, in which both may be heard.
  expect(passedS - (seconds() - startS)).toBeLessThan(0.25);
});

test('A file that the browser ends by itself is followed by another one', async () => {
  const recorders: MediaRecorder[] = [];
  const create = globalThis.MediaRecorder;
  globalThis.MediaRecorder = class extends create {
    constructor(stream: MediaStream, options?: MediaRecorderOptions) {
      super(stream, options);
      recorders.push(this);
    }
  };
  onTestFinished(() => {
    globalThis.MediaRecorder = create;
  });
  const { recorder, capture, hears } = await open(only['file']);
  await hears(0.4);
  recorders.at(-1)!.stop();
  await hears(0.6);
  expect(recorders).toHaveLength(2);
  capture.flush();
  await recorder.ended();
});

test('A microphone that is gone while the ways are tried is told as gone', async () => {
  const ways = { ...captureWays, track: missing, file: missing };
  const gone: OpenCaptureWay = async (input) => {
    for (const track of input.stream.getTracks()) track.stop();
    return await openWorkletWay(input);
  };
  await expect(open({ ...ways, worklet: gone })).rejects.toMatchObject({ code: 'capture.no_device' });
});

test.each(names)('By %s: a track that ends is told, and is not recorded as silence', async (name) => {
  const { capture, events, blocks, hears } = await open(only[name]);
  await hears(0.2);
  // `stop` fires no `ended` event; unplugging a device does.
  capture.track()?.dispatchEvent(new Event('ended'));
  expect(events).toContainEqual({ type: 'ended' });
  expect(capture.microphone()).toBeNull();
  // Samples already in transit arrive, then no more.
  await new Promise((later) => setTimeout(later, 500));
  const count = blocks.length;
  await new Promise((later) => setTimeout(later, 300));
  expect(blocks.length).toBe(count);
  await capture.use({ deviceId: null, options: noOptions }, true);
  await hears(0.2);
});

test.each(names)('By %s: another recorder gets the sound from now on', async (name) => {
  const { capture, hears } = await open(only[name]);
  await hears(0.2);
  const { port1, port2 } = new MessageChannel();
  let count = 0;
  const next = openPcmInput({
    port: port2,
    sampleRate: capture.sampleRate,
    onBlock: () => (count += 1),
    onFailure: (error) => expect.fail(String(error)),
  });
  onTestFinished(() => next[Symbol.dispose]());
  capture.feed(port1);
  await eventually(() => expect(count).toBeGreaterThan(3));
});

test('A browser whose audio context does not run records by the last way', async () => {
  const { capture, events, hears } = await open({ ...captureWays, track: missing, worklet: suspended });
  await hears(0.3);
  expect(capture.sampleRate).toBe(48_000);
  expect(events).toEqual([]);
});

test('An audio context that is suspended for long is replaced by the last way', async () => {
  let suspend = async () => {};
  const worklet: OpenCaptureWay = (input) => {
    const create = globalThis.AudioContext;
    globalThis.AudioContext = class extends create {
      constructor(options?: AudioContextOptions) {
        super(options);
        // The browser does not let the page resume it.
        this.resume = async () => {};
        suspend = () => this.suspend();
      }
    };
    return openWorkletWay(input).finally(() => {
      globalThis.AudioContext = create;
    });
  };
  const { events, hears } = await open({ track: missing, worklet, file: openFileWay });
  await hears(0.3);
  await suspend();
  await eventually(() => expect(events).toContainEqual({ type: 'suspended', isSuspended: true }));
  await eventually(() => expect(events.at(-1)).toEqual({ type: 'suspended', isSuspended: false }));
  await hears(0.5);
});

test('Without any way, the microphone is released and the reason is told', async () => {
  await expect(open({ track: missing, worklet: missing, file: missing })).rejects.toMatchObject({
    code: 'capture.failed',
  });
});

test('A microphone that is not there leaves the one before alone', async () => {
  const { capture, hears } = await open();
  const gone = capture.use({ deviceId: 'gone', options: noOptions }, true);
  await expect(gone).rejects.toMatchObject({ code: 'capture.no_device' });
  expect(capture.track()?.readyState).toBe('live');
  await hears(0.3);
});

test('Nothing is processed unless it is asked for', async () => {
  const { capture } = await open();
  const off = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
  expect(capture.track()?.getSettings()).toMatchObject(off);
  await capture.use({ deviceId: null, options: { ...noOptions, echoCancellation: true } }, true);
  expect(capture.track()?.getSettings().echoCancellation).not.toBe(false);
});

test('The sound has the rate of its microphone', async () => {
  const { capture } = await open();
  expect(capture.sampleRate).toBe(capture.track()?.getSettings().sampleRate);
});

test('A muted track is told', async () => {
  const { capture, events } = await open();
  capture.track()?.dispatchEvent(new Event('mute'));
  capture.track()?.dispatchEvent(new Event('unmute'));
  expect(events).toEqual([
    { type: 'muted', isMuted: true },
    { type: 'muted', isMuted: false },
  ]);
});

test('Disposing lets go of the microphone', async () => {
  const { capture } = await open();
  const track = capture.track();
  capture[Symbol.dispose]();
  expect(track?.readyState).toBe('ended');
});

test('The permission that was given is known', async () => {
  await open();
  expect((await microphonePermission())?.state).toBe('granted');
});

test('System audio is mixed in, and the microphone goes on when it is removed', async () => {
  const shared = new AudioContext();
  const tone = new OscillatorNode(shared, { frequency: 440 });
  const target = new MediaStreamAudioDestinationNode(shared);
  tone.connect(target);
  tone.start();
  vi.spyOn(navigator.mediaDevices, 'getDisplayMedia').mockResolvedValue(target.stream);
  onTestFinished(() => shared.close());
  const { capture, blocks, hears } = await open();
  await hears(0.2);
  expect(await capture.addSystemAudio()).toBe(true);
  // The tone is there all the time, the beep of the microphone is not.
  await eventually(() => expect(rmsOf(blocks.slice(-10))).toBeGreaterThan(0.3));
  await hears(0.5);
  capture.removeSystemAudio();
  await eventually(() => expect(rmsOf(blocks.slice(-10))).toBeLessThan(0.3));
  expect(target.stream.getAudioTracks()[0]?.readyState).toBe('ended');
  await hears(0.3);
});

const rmsOf = (blocks: Float32Array[]) => {
  const samples = blocks.flatMap((block) => [...block]);
  return Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);
};
