import { assert, asyncProperty, boolean, integer, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPcmCutter } from '#wasm/trim/cut-pcm.ts';
import { chunkFrames, draftRanges, planTrim, type FrameRange, type FrameSpan } from '#wasm/trim/plan.ts';
import { createPcmTrimmer } from '#wasm/trim/trim-pcm.ts';
import { concat, noise, pieces, silence } from '#wasm/testing/signals.ts';
import { encoderInput } from '#workers/testing/encoder-input.ts';
import { fixtureSpeech } from '#workers/testing/fixture-speech.ts';
import { frameBytes, mp3FrameSamples, speechMp3, type Mp3Settings } from './encode.contract.ts';
import { connectEncoder, openEncodePool } from './encoder.client.ts';
import type { EncodeJob } from './job-stream.ts';

const bytesOf = async (blobs: Blob[]) => new Uint8Array(await new Blob(blobs).arrayBuffer());

/** Numbers of the frames that differ between two streams. */
function differing(a: Uint8Array, b: Uint8Array, octets: number): number[] {
  const frames: number[] = [];
  for (let frame = 0; frame * octets < Math.max(a.length, b.length); frame++) {
    const at = frame * octets;
    for (let i = at; i < at + octets; i++) {
      if (a[i] === b[i]) continue;
      frames.push(frame);
      break;
    }
  }
  return frames;
}

/** Encodes in one worker: `whole` in one run, `inRanges` in the jobs of a cutter. */
function openEncoder(settings: Mp3Settings) {
  const pool = openEncodePool(settings, 1);
  const encode = async (job: Omit<EncodeJob, 'index'>) => (await pool.encode({ index: 0, ...job })).frames;
  return {
    whole: async (pcm: Float32Array) =>
      await bytesOf([await encode({ pcm: encoderInput(pcm), skipFrames: 0, frames: null })]),
    async inRanges(pcm: Float32Array, ranges: Iterable<FrameRange>): Promise<Blob[]> {
      const cutter = createPcmCutter({ frameSamples: mp3FrameSamples(settings.sampleRate), ranges });
      const blobs: Blob[] = [];
      const send = async (jobs: ReturnType<typeof cutter.push>) => {
        for (const job of jobs) blobs.push(await encode({ ...job, pcm: encoderInput(job.pcm) }));
      };
      for (const piece of pieces(pcm)) await send(cutter.push(piece));
      await send(cutter.finish());
      return blobs;
    },
    [Symbol.dispose]: () => pool[Symbol.dispose](),
  };
}

const gained = (samples: Float32Array, db: number) => samples.map((sample) => sample * 10 ** (db / 20));

/** Speech at levels where LAME's adaptive hearing threshold settles most slowly. */
function transitions(speech: Float32Array, rate: number): Float32Array {
  const part = (fromS: number, toS: number) => speech.subarray(fromS * rate, toS * rate);
  return concat(
    silence(2, rate),
    part(0, 3),
    gained(part(3, 7), -60),
    part(7, 8),
    noise(-80, 4, rate),
    gained(part(8, 10), 12),
    gained(part(10, 14), -40),
    noise(-10, 1, rate),
    noise(-95, 5, rate),
    part(14, 15),
  );
}

describe('encoding in chunks', () => {
  it.each<Mp3Settings>([
    { sampleRate: 16_000, bitrate: 32 },
    speechMp3,
    { sampleRate: 32_000, bitrate: 64 },
    { sampleRate: 48_000, bitrate: 96 },
  ])('equals the whole, byte for byte: $sampleRate Hz, $bitrate kbit/s', async (settings) => {
    const pcm = transitions(await fixtureSpeech(settings.sampleRate, 16), settings.sampleRate);
    using encoder = openEncoder(settings);
    const whole = await encoder.whole(pcm);
    const chunked = await bytesOf(await encoder.inRanges(pcm, draftRanges(41, 0)));
    expect(differing(chunked, whole, frameBytes(settings))).toEqual([]);
  });

  it('goes on for as long as a recording can be', async () => {
    using connection = connectEncoder();
    await connection.call('load', undefined);
    const job = { index: 0, pcm: encoderInput(noise(-20, 1, 24_000)), skipFrames: 0, frames: null };
    const sizes = new Set<number>();
    // Calls the worker directly, because the pool would retry. 12 h in chunks of 96 s are 450 runs; a leaking core fails
    // after 66.
    for (let run = 0; run < 140; run++)
      sizes.add((await connection.call('encode', { job, settings: speechMp3 })).frames.size);
    expect(sizes).toEqual(new Set([44 * 192]));
  });

  it('takes up at any chunk', async () => {
    const pcm = await fixtureSpeech(speechMp3.sampleRate, 12);
    using encoder = openEncoder(speechMp3);
    const all = await encoder.inRanges(pcm, draftRanges(100, 0));
    const rest = await encoder.inRanges(pcm, draftRanges(100, 2));
    expect(all.length).toBe(6);
    expect(await bytesOf(rest)).toEqual(await bytesOf(all.slice(2)));
  });
});

describe('trimming', () => {
  it('equals the whole encode of what is kept, whatever is kept', async () => {
    const settings = speechMp3;
    const frameSamples = mp3FrameSamples(settings.sampleRate);
    const octets = frameBytes(settings);
    const pcm = (await fixtureSpeech(settings.sampleRate, 25)).subarray(0, 25 * settings.sampleRate - 123);
    using encoder = openEncoder(settings);
    const draft = new Blob([await encoder.whole(pcm)]);
    const frames = Math.floor(pcm.length / frameSamples);
    const cuts = uniqueArray(integer({ min: 0, max: frames }), { minLength: 1, maxLength: 6 });
    let copied = 0;
    await assert(
      asyncProperty(cuts, boolean(), async (unsorted, startsKept) => {
        const ends = unsorted.toSorted((a, b) => a - b);
        const edges = startsKept && ends[0] !== 0 ? [0, ...ends] : ends;
        const kept: FrameSpan[] = [];
        for (let i = 0; i < edges.length; i += 2) kept.push([edges[i]!, edges[i + 1] ?? null]);
        const framesAtOnce = chunkFrames(settings.sampleRate, frameSamples);
        const plan = planTrim({ samples: pcm.length, frameSamples, kept, hasDraft: true, framesAtOnce });
        const trimmer = createPcmTrimmer({ sampleRate: settings.sampleRate, frameSamples, kept });
        const trimmed = trimmer.push(pcm);
        expect(trimmed.length).toBe(plan.samples);
        const ranges = plan.pieces.filter(({ kind }) => kind === 'encode');
        const encoded = await encoder.inRanges(trimmed, ranges);
        const parts = plan.pieces.map(({ kind, from, to }) =>
          kind === 'copy' ? draft.slice(from * octets, to * octets) : encoded.shift()!,
        );
        copied += plan.pieces.filter(({ kind }) => kind === 'copy').length;
        expect(differing(await bytesOf(parts), await encoder.whole(trimmed), octets)).toEqual([]);
      }),
      { numRuns: 25, seed: 4 },
    );
    expect(copied).toBeGreaterThan(10);
  });
});
