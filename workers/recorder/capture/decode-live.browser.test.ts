import { expect, it } from 'vitest';
import { noise } from '#wasm/testing/signals.ts';
import { decodeLive } from './decode-live.ts';

const sampleRate = 48_000;

/** Records noise with the browser's `MediaRecorder`. */
async function recorded(mimeType: string, seconds: number): Promise<Blob> {
  // A page with an open microphone may play sound without a press.
  const microphone = await navigator.mediaDevices.getUserMedia({ audio: true });
  const context = new AudioContext({ sampleRate });
  const buffer = context.createBuffer(1, seconds * sampleRate, sampleRate);
  buffer.copyToChannel(new Float32Array(noise(-20, seconds, sampleRate, 5)), 0);
  const target = new MediaStreamAudioDestinationNode(context);
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(target);
  const recorder = new MediaRecorder(target.stream, { mimeType, audioBitsPerSecond: 256_000 });
  const pieces: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
  source.addEventListener('ended', () => recorder.stop());
  recorder.start(100);
  source.start();
  await stopped;
  await context.close();
  for (const track of microphone.getTracks()) track.stop();
  return new Blob(pieces);
}

async function decodedInPieces(file: Blob, pieceBytes: number) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const heard: { decoded: number; given: number }[] = [];
  const blocks: Float32Array[] = [];
  let given = 0;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (given >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(given, given + pieceBytes));
      given += pieceBytes;
      // Lets the decoder work on what it has, as between two pieces of a recording.
      await new Promise((later) => setTimeout(later, 5));
    },
  });
  let decoded = 0;
  await decodeLive(stream, (block, rate) => {
    expect(rate).toBe(sampleRate);
    blocks.push(block);
    decoded += block.length / 2;
    heard.push({ decoded, given });
  });
  const left = Float32Array.from(
    blocks.flatMap((block) => Array.from({ length: block.length / 2 }, (_, frame) => block[frame * 2]!)),
  );
  return { left, heard, bytes };
}

const type = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus'].find(
  (name) => typeof MediaRecorder === 'function' && MediaRecorder.isTypeSupported(name),
);

// WebKitGTK has a `MediaRecorder` that records nothing.
it.skipIf(!type)(
  'decodes a file while it is written, to the samples that it has when it is whole',
  async () => {
    const file = await recorded(type!, 3);
    const { left, heard, bytes } = await decodedInPieces(file, 4_000);
    const context = new OfflineAudioContext(1, sampleRate, sampleRate);
    const whole = (await context.decodeAudioData(await file.arrayBuffer())).getChannelData(0);
    expect(Math.abs(left.length - whole.length)).toBeLessThanOrEqual(960);
    const shared = Math.min(left.length, whole.length) - 960;
    const differing = left.subarray(0, shared).findIndex((x, frame) => Math.abs(x - whole[frame]!) > 1e-3);
    expect(differing).toBe(-1);
    // The first half was decoded before the file was whole.
    const middle = heard.find(({ decoded }) => decoded > left.length / 2)!;
    expect(middle.given).toBeLessThan(bytes.length);
  },
);

it('rejects what is no recorded file', async () => {
  const nonsense = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(10_000).fill(7));
      controller.close();
    },
  });
  await expect(decodeLive(nonsense, () => {})).rejects.toThrow(/format/i);
});
