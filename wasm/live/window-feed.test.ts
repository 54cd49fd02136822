import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { loadKernel } from '../../tools/kernel.ts';
import { concat, interleave, silence } from '#wasm/testing/signals.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import { createWindowFeed, type FedWindow, type WindowFeed } from './window-feed.ts';

const { samples: spoken, sampleRate } = fromWav(
  readFileSync(join(import.meta.dirname, '../../models/fixture/audio/de_conversation.wav')),
);
const spokenS = spoken.length / sampleRate;
const never = new AbortController().signal;
const maxS = 10;

const feedOf = (isLive: boolean, channels = 1) =>
  createWindowFeed({ sampleRate, channels, kernel: loadKernel(), maxS, isLive });

async function pushAll(feed: WindowFeed, sound: Float32Array, channels = 1): Promise<void> {
  const block = (sampleRate / 4) * channels;
  for (let at = 0; at < sound.length; at += block) await feed.push(sound.subarray(at, at + block));
}

async function windowsOf(feed: WindowFeed): Promise<FedWindow[]> {
  const windows: FedWindow[] = [];
  for (let window = await feed.next(never); window; window = await feed.next(never)) windows.push(window);
  return windows;
}

describe('a feed of windows', () => {
  it('of a file gives final windows only, as long as the model takes', async () => {
    const feed = feedOf(false);
    const taking = windowsOf(feed);
    await pushAll(feed, spoken);
    await feed.end();
    const windows = await taking;
    expect(windows.every(({ isFinal }) => isFinal)).toBe(true);
    expect(windows.length).toBeLessThanOrEqual(Math.ceil(spokenS / (maxS / 2)));
    for (const [index, { span, samples }] of windows.entries()) {
      expect(samples.length / sampleRate).toBeCloseTo(span[1] - span[0], 3);
      expect(span[1] - span[0]).toBeLessThanOrEqual(maxS);
      expect(span[0]).toBeGreaterThanOrEqual(windows[index - 1]?.span[1] ?? 0);
    }
  });

  it('of a file skips nothing in a long silence, and does not wait for its end', async () => {
    const feed = feedOf(false);
    await pushAll(feed, spoken.subarray(0, 8 * sampleRate));
    await pushAll(feed, silence(2 * maxS, sampleRate));
    const before = await feed.next(never);
    expect(before!.span[1]).toBeLessThan(8.5);
    await pushAll(feed, silence(150, sampleRate));
    expect(feed.waitingS).toBeGreaterThan(0);
    const after = feed.next(never);
    await pushAll(feed, spoken.subarray(0, 8 * sampleRate));
    await feed.end();
    expect(await after).toMatchObject({ isFinal: true, skipped: [] });
    expect((await after)!.span[0]).toBeGreaterThan(8 + 2 * maxS + 150 - 1);
  });

  it('of live sound gives the open window again as it grows, before it is final', async () => {
    const feed = feedOf(true);
    const taking = windowsOf(feed);
    await pushAll(feed, spoken);
    await feed.end();
    const windows = await taking;
    const first = windows.findIndex(({ isFinal }) => isFinal);
    expect(first).toBeGreaterThan(1);
    const ends = windows.slice(0, first + 1).map(({ span }) => span[1]);
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
  });

  it('takes both channels, one of which may be silent', async () => {
    const feed = feedOf(false, 2);
    const taking = windowsOf(feed);
    await pushAll(feed, interleave(spoken, new Float32Array(spoken.length)), 2);
    await feed.end();
    const peak = (await taking).reduce(
      (max, { samples }) => samples.reduce((a, b) => Math.max(a, b), max),
      0,
    );
    expect(peak / 32_767).toBeGreaterThan(0.8 * spoken.reduce((a, b) => Math.max(a, b), 0));
  });

  it('gives null when sound without speech has ended, and tells how much waits', async () => {
    const feed = feedOf(true);
    await pushAll(feed, silence(5, sampleRate));
    const next = feed.next(never);
    await feed.end();
    expect(await next).toBeNull();
    const behind = feedOf(false);
    await pushAll(behind, concat(spoken, spoken));
    expect(behind.waitingS).toBeCloseTo(2 * spokenS, 0);
  });

  it('keeps no listener of a wait in a long silence', async () => {
    const feed = feedOf(true);
    const stop = new AbortController();
    const added = vi.spyOn(stop.signal, 'addEventListener');
    const removed = vi.spyOn(stop.signal, 'removeEventListener');
    const next = feed.next(stop.signal);
    await pushAll(feed, silence(5, sampleRate));
    await feed.end();
    expect(await next).toBeNull();
    expect(added.mock.calls.length).toBeGreaterThan(5);
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
  });

  it('ends a wait with the reason of the signal', async () => {
    const feed = feedOf(true);
    const stop = new AbortController();
    const next = feed.next(stop.signal);
    stop.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
  });
});
