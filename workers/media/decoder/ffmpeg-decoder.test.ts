import { describe, expect, it } from 'vitest';
import type { DeviceOps } from '#wasm/ffmpeg/ffmpeg-core.ts';
import { concat, noise } from '#wasm/testing/signals.ts';
import type { BlobCore } from '#workers/ffmpeg/ffmpeg-core.ts';
import type { Probe } from '#workers/media/container/probe.ts';
import { slotFloats } from '#workers/media/pcm/pcm-stream.ts';
import { createSenderDouble } from '#workers/testing/pcm-listener.ts';
import { decodeWithFfmpeg } from './ffmpeg-decoder.ts';

const sampleRate = 24_000;
const sound = noise(-20, 240, sampleRate);
const probe: Probe = {
  container: 'ogg',
  codec: 'opus',
  durationS: 240,
  sampleRate,
  channels: 1,
  hasVideo: false,
  path: 'ffmpeg',
};
const room = 20;
const roomFrames = room * slotFloats;

type Run = { fromS: number | null; write: (samples: Float32Array) => void };

/** Creates a core whose runs write what `play` makes of them. It records where they start. */
function createCoreDouble(play: (run: Run) => void) {
  const starts: (number | null)[] = [];
  const heap = new Int8Array(32_768);
  const run = (args: string[], ops: DeviceOps) => {
    const at = args.indexOf('-ss');
    const fromS = at < 0 ? null : Number(args[at + 1]);
    starts.push(fromS);
    const write = (samples: Float32Array) => {
      const octets = new Int8Array(samples.buffer, samples.byteOffset, samples.byteLength);
      for (let from = 0; from < octets.length; from += heap.length) {
        const part = octets.subarray(from, from + heap.length);
        heap.set(part);
        ops.write({}, heap, 0, part.length, from);
      }
    };
    try {
      play({ fromS, write });
    } catch (error) {
      if (error !== diskError) throw error;
    }
    return { exitCode: 0, log: ['nothing'] };
  };
  const diskError = new Error('disk');
  const mounted = (_file: Blob, use: (path: string) => unknown) => use('/input/file');
  const core = { run, mounted, ioError: () => diskError } as unknown as BlobCore;
  return { core, starts };
}

async function decode(play: (run: Run) => void, { skip = 0, file = new File([], 'a.ogg') } = {}) {
  const { core, starts } = createCoreDouble(play);
  const blocks: Float32Array[] = [];
  const sender = createSenderDouble(room, (block) => blocks.push(block.slice()));
  let frames = 0;
  const onFrames = (count: number) => void (frames = count);
  const { signal } = new AbortController();
  const to = { skip, sender, signal, onFrames };
  const failure = await decodeWithFfmpeg(async (use) => use(core), file, probe, to).then(
    () => null,
    (error: unknown) => error,
  );
  return { heard: concat(...blocks), starts, frames, failure };
}

/** Compares as bytes, because `toEqual` takes seconds for millions of numbers. */
const isSame = (a: Float32Array, b: Float32Array) =>
  Buffer.from(a.buffer, a.byteOffset, a.byteLength).equals(Buffer.from(b.buffer, b.byteOffset, b.byteLength));

/** Plays the sound from the time given, or some seconds later or earlier, as with wrong timestamps. */
const playing =
  (lateS: number) =>
  ({ fromS, write }: Run) =>
    write(sound.subarray(fromS === null ? 0 : Math.max(0, (fromS + lateS) * sampleRate)));

const seconds = (frames: number) => frames / sampleRate;
const tailS = seconds(4 * slotFloats);
const second = seconds(roomFrames) - tailS - 15;

describe('ffmpeg that cannot be held back', () => {
  it.each([
    ['as it was told', 0],
    ['much too early', -20],
    ['too late, yet before the samples that were sent last', 14],
  ])('goes on where it had to stop, if it starts %s', async (_name, lateS) => {
    const { heard, starts, frames, failure } = await decode(playing(lateS));
    expect(failure).toBeNull();
    expect(isSame(heard, sound)).toBe(true);
    expect(frames).toBe(sound.length);
    expect(starts[0]).toBeNull();
    expect(starts.slice(1)).toEqual(
      Array.from({ length: 4 }, (_, i) => expect.closeTo(second + i * seconds(roomFrames), 2) as number),
    );
  });

  it('decodes from the beginning if it does not find its place, and goes further then', async () => {
    const { heard, starts } = await decode(playing(40));
    expect(isSame(heard, sound)).toBe(true);
    expect(starts).toEqual([null, expect.closeTo(second, 2), null]);
  });

  it('decodes from the beginning if it crashes on the way to its place', async () => {
    const { heard, starts, failure } = await decode((run) => {
      if (run.fromS !== null) throw new RangeError('memory access out of bounds');
      playing(0)(run);
    });
    expect(failure).toBeNull();
    expect(isSame(heard, sound)).toBe(true);
    expect(starts).toEqual([null, expect.closeTo(second, 2), null]);
  });

  it('does not seek in a chained ogg file', async () => {
    const pages = [2, 4, 2, 4].map((flags) => Uint8Array.from([0x4f, 0x67, 0x67, 0x53, 0, flags]));
    const { heard, starts } = await decode(playing(0), { file: new File(pages, 'a.ogg') });
    expect(isSame(heard, sound)).toBe(true);
    expect(starts).toEqual([null, null]);
  });

  it('leaves the rest to the next decoder if it crashes there, too', async () => {
    const { heard, frames, failure } = await decode(({ fromS, write }) => {
      write(sound.subarray((fromS ?? 0) * sampleRate, 2_500_000));
      throw new RangeError('memory access out of bounds');
    });
    expect(failure).toBeInstanceOf(RangeError);
    expect(frames).toBe(2_500_000);
    expect(isSame(heard, sound.subarray(0, 2_500_000))).toBe(true);
  });

  it('goes on after another decoder', async () => {
    const { heard, starts } = await decode(playing(0), { skip: 1_000_000 });
    expect(isSame(heard, sound.subarray(1_000_000))).toBe(true);
    expect(starts[0]).toBeNull();
  });

  it('says so if there is no sound', async () => {
    const { failure } = await decode(() => {});
    expect(failure).toMatchObject({ code: 'media.damaged' });
  });
});
