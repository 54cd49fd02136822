import { describe, expect, it } from 'vitest';
import { WorkerError } from '#workers/rpc.ts';
import { decodeInOrder, type Decode } from './decoder-chain.ts';
import type { MediaPath } from '#workers/media/container/probe.ts';
import { createPcmSender, createPcmStream } from '#workers/media/pcm/pcm-stream.ts';

const total = 1_000;

/** A decoder of `total` frames that fails before frame `failsAt`. */
const decoder =
  (sent: number[], failsAt = Infinity, error: unknown = new RangeError('out of bounds')): Decode =>
  async ({ skip, onFrames }) => {
    for (let frame = skip; frame < total; frame++) {
      if (frame === failsAt) throw error;
      sent.push(frame);
      onFrames(frame + 1);
    }
  };

const never: Decode = () => Promise.reject(new Error('not asked for'));

function run(ways: Partial<Record<MediaPath, Decode>>, signal = new AbortController().signal) {
  const sender = createPcmSender(createPcmStream().sink);
  const all = { direct: never, codec: never, webcodecs: never, ffmpeg: never, ...ways };
  return decodeInOrder(['ffmpeg', 'webcodecs'], all, { sender, signal, onFrames() {} });
}

const every = Array.from({ length: total }, (_, i) => i);

describe('decoding in turn', () => {
  it('asks no second decoder where the first one does it all', async () => {
    const sent: number[] = [];
    expect(await run({ ffmpeg: decoder(sent) })).toEqual({ frames: total, paths: ['ffmpeg'] });
    expect(sent).toEqual(every);
  });

  it('goes on with the next at the very frame where the first one failed', async () => {
    const sent: number[] = [];
    const ways = { ffmpeg: decoder(sent, 321), webcodecs: decoder(sent) };
    expect(await run(ways)).toEqual({ frames: total, paths: ['ffmpeg', 'webcodecs'] });
    expect(sent).toEqual(every);
  });

  it('keeps what came where all of them fail on the way', async () => {
    const sent: number[] = [];
    const ways = { ffmpeg: decoder(sent, 321), webcodecs: decoder(sent, 400) };
    expect(await run(ways)).toEqual({ frames: 400, paths: ['ffmpeg', 'webcodecs'] });
    expect(sent).toEqual(every.slice(0, 400));
  });

  it('is a damaged file where nobody hears anything', async () => {
    const ways = { ffmpeg: decoder([], 0), webcodecs: decoder([], 0) };
    await expect(run(ways)).rejects.toMatchObject({ code: 'media.damaged' });
  });

  it.each([
    ['a reason', new WorkerError('media.too_long'), 'media.too_long'],
    ['a file that has gone', new DOMException('gone', 'NotFoundError'), 'media.unreadable'],
    ['a file that has gone in Firefox', new DOMException('gone', 'AbortError'), 'media.unreadable'],
  ])('ends at once with %s', async (_name, error, code) => {
    await expect(run({ ffmpeg: decoder([], 10, error) })).rejects.toMatchObject({ code });
  });

  it('ends with the reason of the signal, asking nobody else', async () => {
    const controller = new AbortController();
    controller.abort();
    const outcome = run({ ffmpeg: decoder([], 10) }, controller.signal);
    await expect(outcome).rejects.toMatchObject({ name: 'AbortError' });
  });
});
