import { expect, it } from 'vitest';
import { interleave, noise } from '#wasm/testing/signals.ts';
import { addCapture, createCaptureNode } from './capture.client.ts';
import type { CaptureBlock } from '#workers/recorder/recorder.contract.ts';

const sampleRate = 48_000;
const quantum = 128;

type Graph = { context: OfflineAudioContext; node: AudioWorkletNode };

/** Collects a capture node's samples while a context plays for `seconds`. */
async function captured(seconds: number, build: (graph: Graph) => void, stopAtS = seconds / 2) {
  const context = new OfflineAudioContext(1, seconds * sampleRate, sampleRate);
  await addCapture(context);
  const { port1, port2 } = new MessageChannel();
  const node = createCaptureNode(context, port1);
  const blocks: Float32Array[] = [];
  const ended = Promise.withResolvers<void>();
  port2.addEventListener('message', ({ data }: MessageEvent<CaptureBlock>) => {
    if (data) blocks.push(data);
    else ended.resolve();
  });
  port2.start();
  const listening = new Promise((resolve) => {
    node.port.addEventListener('message', resolve, { once: true });
    node.port.start();
  });
  build({ context, node });
  const begun = context.suspend(0).then(async () => {
    await listening;
    return await context.resume();
  });
  const stopped = context.suspend(stopAtS).then(async () => {
    node.port.postMessage('stop');
    await ended.promise;
    return await context.resume();
  });
  await Promise.all([context.startRendering(), begun, stopped]);
  const samples = new Float32Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const block of blocks) {
    samples.set(block, at);
    at += block.length;
  }
  return { blocks, samples };
}

function play({ context, node }: Graph, ...channels: Float32Array<ArrayBuffer>[]): AudioBufferSourceNode {
  const buffer = context.createBuffer(channels.length, channels[0]!.length, sampleRate);
  for (const [index, channel] of channels.entries()) buffer.copyToChannel(channel, index);
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(node);
  source.start();
  return source;
}

const sound = (seed: number) => new Float32Array(noise(-20, 2, sampleRate, seed));

/** Firefox cannot stop an offline context at a time; its microphone is heard in the journeys. */
const hasTimedStop = 'suspend' in OfflineAudioContext.prototype;

it.skipIf(!hasTimedStop)(
  'posts both channels, every sample, to the last quantum before it is stopped',
  async () => {
    const [left, right] = [sound(1), sound(2)];
    const { blocks, samples } = await captured(2, (graph) => play(graph, left, right), 1);
    const frames = Math.ceil(sampleRate / quantum) * quantum;
    expect(samples).toEqual(interleave(left, right).slice(0, frames * 2));
    for (const block of blocks.slice(0, -1)) expect(block.length / 2 / sampleRate).toBeCloseTo(0.0213, 3);
  },
);

it.skipIf(!hasTimedStop)('copies the one channel of a mono microphone to both', async () => {
  const voice = sound(3);
  const { samples } = await captured(2, (graph) => play(graph, voice), 1);
  expect(samples.length / 2).toBe(Math.ceil(sampleRate / quantum) * quantum);
  const heard = voice.slice(0, samples.length / 2);
  expect(samples).toEqual(interleave(heard, heard));
});

it.skipIf(!hasTimedStop)(
  'posts nothing while nothing is connected, and goes on when something is',
  async () => {
    const voice = sound(4).slice(0, 24_000);
    const { samples } = await captured(
      3,
      (graph) => {
        const source = play(graph, voice);
        source.addEventListener('ended', () => source.disconnect());
      },
      2.5,
    );
    // The capture ends with the sound or a moment later, without two seconds of silence.
    expect(samples.length / 2).toBeGreaterThanOrEqual(24_000);
    expect(samples.length / 2).toBeLessThan(48_000);
  },
);
