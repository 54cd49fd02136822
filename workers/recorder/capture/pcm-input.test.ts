import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import type { CaptureMessage } from '#workers/recorder/recorder.contract.ts';
import { openPcmInput } from './pcm-input.ts';

const block = (value: number, frames = 4) => new Float32Array(frames * 2).fill(value);

function open(sampleRate = 48_000) {
  const { port1, port2 } = new MessageChannel();
  const heard: number[] = [];
  const failures: unknown[] = [];
  const input = openPcmInput({
    port: port2,
    sampleRate,
    onBlock: (samples) => heard.push(samples[0]!),
    onFailure: (error) => failures.push(error),
  });
  onTestFinished(() => {
    input[Symbol.dispose]();
    port1.close();
  });
  const post = (message: CaptureMessage, transferred: Transferable[] = []) =>
    port1.postMessage(message, transferred);
  return { input, heard, failures, post };
}

function announceBlocks(post: ReturnType<typeof open>['post']): MessagePort {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  post({ from: 'blocks', port: port2, sampleRate: 48_000 }, [port2]);
  return port1;
}

it('gives the blocks of a capture node, and ends after the last one', async () => {
  const { input, heard, post } = open();
  const node = announceBlocks(post);
  node.postMessage(block(1));
  await eventually(() => expect(heard).toEqual([1]));
  // The end of the capture may arrive before the last block.
  post(null);
  let isEnded = false;
  const ended = input.ended().then(() => (isEnded = true));
  node.postMessage(block(2));
  await eventually(() => expect(heard).toEqual([1, 2]));
  expect(isEnded).toBe(false);
  node.postMessage(null);
  await ended;
});

it('gives what a source captured before the next one, and then the sound of the next one', async () => {
  const { heard, post } = open();
  const before = announceBlocks(post);
  before.postMessage(block(1));
  await eventually(() => expect(heard).toEqual([1]));
  const after = announceBlocks(post);
  after.postMessage(block(4));
  before.postMessage(block(2));
  before.postMessage(block(3));
  before.postMessage(null);
  await eventually(() => expect(heard).toEqual([1, 2, 3, 4]));
});

it('does not wait for long for a source that was replaced and is silent', async () => {
  const { heard, post } = open();
  announceBlocks(post);
  const after = announceBlocks(post);
  after.postMessage(block(1));
  await eventually(() => expect(heard).toEqual([1]));
});

/** Sound of a track: Node has no `AudioData`, so this has its fields. Streams of objects cannot be transferred in Node. */
function createTrack() {
  let blocks!: ReadableStreamDefaultController<AudioData>;
  const stream = new ReadableStream<AudioData>({ start: (controller) => void (blocks = controller) });
  const say = (value: number) =>
    blocks.enqueue({
      format: 'f32',
      sampleRate: 48_000,
      numberOfFrames: 480,
      numberOfChannels: 1,
      copyTo: (target: Float32Array) => target.fill(value),
      close() {},
    } as unknown as AudioData);
  return { stream, say, end: () => blocks.close() };
}

/** Opens an input whose port passes messages on as they are, because Node cannot transfer a stream of objects. */
function openDirect() {
  const port = Object.assign(new EventTarget(), { start() {}, close() {} }) as unknown as MessagePort;
  const heard: number[] = [];
  const input = openPcmInput({
    port,
    sampleRate: 48_000,
    onBlock: (samples) => heard.push(samples[0]!),
    onFailure: () => {},
  });
  const post = (data: CaptureMessage) => port.dispatchEvent(new MessageEvent('message', { data }));
  return { input, heard, post };
}

/** Says a value each 10 ms of a clock, as a device does that is not behind. */
function sayLive(track: ReturnType<typeof createTrack>, value: number): Disposable {
  const timer = setInterval(() => track.say(value), 10);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

it('gives everything of a track that waits when the capture ends', async () => {
  const { input, heard, post } = openDirect();
  const track = createTrack();
  post({ from: 'track', stream: track.stream });
  for (const value of [1, 2, 3, 4, 5, 6, 7]) track.say(value);
  post(null);
  using _live = sayLive(track, 8);
  await input.ended();
  expect(heard.slice(0, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  // Then it ends, although the device goes on.
  expect(heard.length).toBeLessThan(30);
});

it('gives everything of a track that waits when another one follows', async () => {
  const { input, heard, post } = openDirect();
  const [former, next] = [createTrack(), createTrack()];
  post({ from: 'track', stream: former.stream });
  for (const value of [1, 2, 3, 4, 5]) former.say(value);
  post({ from: 'track', stream: next.stream });
  former.end();
  next.say(6);
  await eventually(() => expect(heard).toEqual([1, 2, 3, 4, 5, 6]));
  input[Symbol.dispose]();
});

it('goes on with another microphone after a track has ended', async () => {
  const { input, heard, post } = openDirect();
  const lost = createTrack();
  post({ from: 'track', stream: lost.stream });
  lost.say(1);
  lost.end();
  await eventually(() => expect(heard).toEqual([1]));
  const found = createTrack();
  post({ from: 'track', stream: found.stream });
  found.say(2);
  await eventually(() => expect(heard).toEqual([1, 2]));
  post(null);
  found.say(3);
  found.end();
  await input.ended();
  expect(heard).toEqual([1, 2, 3]);
});

it('does not wait for a source that is silent after the end', async () => {
  const { input, post } = openDirect();
  post({ from: 'track', stream: createTrack().stream });
  post(null);
  await expect(input.ended()).resolves.toBeUndefined();
});
