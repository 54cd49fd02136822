import { afterEach, describe, expect, it } from 'vitest';
import { limits } from '#api/contract/limits.ts';
import { toWav } from '#wasm/testing/wav.ts';
import { analyseFile } from '#workers/file/analyse-file.client.ts';
import { hasPrivateFiles } from '#workers/testing/engine.ts';
import { fixtureSpeech } from '#workers/testing/fixture-speech.ts';
import { speechMp3, type Mp3Draft } from '#workers/encode/encode.contract.ts';
import { clearAllKept, hasKept, keepIsFree, openKeep, type Keep } from './keep.client.ts';
import type { KeepScope } from './keep.contract.ts';

const scope = { userId: 'ada', sessionId: 'one' };
const never = new AbortController().signal;

/** Opens a keep, calls `use` with it, and closes it, as one visit of the page does. */
async function visit<T>(use: (keep: Keep) => Promise<T>, place: KeepScope = scope): Promise<T> {
  const keep = await openKeep(place);
  if (typeof keep === 'string') throw new Error(keep);
  using _ = keep;
  return await use(keep);
}

const speechFile = async (durationS: number, lastModified = 1) =>
  new File([toWav(await fixtureSpeech(16_000, durationS), 16_000)], 'talk.wav', { lastModified });
const bytesOf = async (draft: Mp3Draft | null) =>
  new Uint8Array(await new Blob([...(draft?.chunks ?? [])]).arrayBuffer());
const analyse = (
  file: File,
  keep: Keep,
  signal = never,
  onPosition: (positionS: number) => void = () => {},
) =>
  analyseFile(file, {
    signal,
    keep,
    encode: speechMp3,
    onProgress: ({ positionS }) => onPosition(positionS),
  });

afterEach(() => clearAllKept());

describe.skipIf(!hasPrivateFiles)('what is kept for a reload', () => {
  it('is the whole result: nothing is computed again', async () => {
    const file = await speechFile(60);
    const first = await visit(async (keep) => {
      const result = await analyse(file, keep);
      return { ...result, bytes: await bytesOf(result.draft) };
    });
    expect(first).toMatchObject({ isKept: true, resumedChunks: 0 });
    const positions: number[] = [];
    await visit(async (keep) => {
      const again = await analyse(file, keep, never, (positionS) => positions.push(positionS));
      expect(positions).toEqual([0]);
      expect(again).toMatchObject({ speech: first.speech, verdict: first.verdict, resumedChunks: 3 });
      expect(again.peaks).toEqual(first.peaks);
      expect(again.measures).toEqual(first.measures);
      expect(await bytesOf(again.draft)).toEqual(first.bytes);
    });
  });

  it('is the finished chunks of a pass that was broken off: they are not encoded again', async () => {
    const file = await speechFile(150);
    const controller = new AbortController();
    await visit(async (keep) => {
      const stoppingAfterTwo: typeof keep = {
        ...keep,
        async saveChunk(index, chunk) {
          if (index > 1) return;
          await keep.saveChunk(index, chunk);
          if (index === 1) controller.abort();
        },
      };
      const passing = analyse(file, stoppingAfterTwo, controller.signal);
      await expect(passing).rejects.toMatchObject({ name: 'AbortError' });
    });
    const resumed = await visit(async (keep) => {
      const result = await analyse(file, keep);
      return { ...result, bytes: await bytesOf(result.draft) };
    });
    expect(resumed.resumedChunks).toBe(2);
    expect(resumed.draft!.chunks.length).toBeGreaterThan(2);
    const anew = await visit((keep) => analyse(file, keep), { userId: 'ada', sessionId: 'two' });
    expect(anew.resumedChunks).toBe(0);
    expect(resumed.bytes).toEqual(await bytesOf(anew.draft));
  });

  it('does not stand for another file, or other settings', async () => {
    await visit(async (keep) => {
      await analyse(await speechFile(3), keep);
      expect((await analyse(await speechFile(3, 2), keep)).resumedChunks).toBe(0);
      const file = await speechFile(3, 2);
      const settings = { sampleRate: 16_000, bitrate: 32 } as const;
      const other = await analyseFile(file, { signal: never, keep, encode: settings, onProgress() {} });
      expect(other).toMatchObject({ resumedChunks: 0, draft: { settings } });
      expect((await keep.read())?.settings).toEqual(settings);
    });
  });

  it('goes when it is cleared, when the person leaves, and after a day', async () => {
    const begin = (place = scope) =>
      visit((keep) => keep.begin({ name: 'a', bytes: 1, lastModifiedMs: 1 }, null), place);
    const isThere = (place = scope) => visit(async (keep) => (await keep.read()) !== null, place);
    await begin();
    expect(await isThere()).toBe(true);
    await visit((keep) => keep.clear());
    expect(await isThere()).toBe(false);
    await begin();
    await clearAllKept(['bob']);
    expect(await isThere()).toBe(true);
    await clearAllKept(['ada']);
    expect(await isThere()).toBe(false);
    await begin();
    const now = Date.now;
    Date.now = () => now() + limits.storedUploadExpiryMs;
    try {
      expect(await isThere()).toBe(false);
    } finally {
      Date.now = now;
    }
  });

  it('goes on where it lies under a former id of the person; other work begins under our own', async () => {
    const former = { userId: 'sub of ada', sessionId: 'one' };
    const both = { ...scope, formerId: 'sub of ada' };
    const file = (name: string) => ({ name, bytes: 1, lastModifiedMs: 1 });
    const nameOf = (place: KeepScope) => visit(async (keep) => (await keep.read())?.file.name, place);
    await visit((keep) => keep.begin(file('a'), null), former);
    expect(await nameOf(both)).toBe('a');
    expect(await hasKept(['ada'])).toBe(false);
    expect(await hasKept(['ada', 'sub of ada'])).toBe(true);
    // A tab of a former version has the session open.
    await visit(async () => {
      expect(await openKeep(both)).toBe('elsewhere');
    }, former);
    await keepIsFree(both, never);
    await visit(async (keep) => {
      await keep.begin(file('c'), null);
      await keep.saveChunk(0, new Blob(['x']));
      expect((await keep.read())?.chunks).toHaveLength(1);
    }, both);
    expect(await hasKept(['sub of ada'])).toBe(false);
    expect(await nameOf(both)).toBe('c');
    await clearAllKept(['ada', 'sub of ada']);
    expect(await hasKept(['ada', 'sub of ada'])).toBe(false);
  });

  it('is held by one tab at a time, and free when that one ends', async () => {
    await visit(async () => {
      expect(await openKeep(scope)).toBe('elsewhere');
      const other = await openKeep({ userId: 'ada', sessionId: 'another' });
      expect(other).toBeTypeOf('object');
      if (typeof other === 'object') other[Symbol.dispose]();
    });
    await keepIsFree(scope, never);
    expect(await visit((keep) => keep.read())).toBeNull();
  });

  it('is not deleted while a tab uses it, however old it is', async () => {
    await visit(async (keep) => {
      await keep.begin({ name: 'a', bytes: 1, lastModifiedMs: 1 }, null);
      const now = Date.now;
      Date.now = () => now() + limits.storedUploadExpiryMs;
      try {
        await visit(async () => {}, { userId: 'bob', sessionId: 'another' });
      } finally {
        Date.now = now;
      }
      expect(await keep.read()).not.toBeNull();
    });
  });

  it('stays where there is no room for more, and says so', async () => {
    const file = { name: 'a', bytes: 1, lastModifiedMs: 1 };
    await visit(async (keep) => {
      await keep.begin(file, null);
      await keep.saveChunk(0, new Blob(['x']));
      const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('kept-recordings');
      const session = await (await root.getDirectoryHandle('ada')).getDirectoryHandle('one');
      // A folder in the place of the file makes the write fail, as a full disk would.
      await session.getDirectoryHandle('chunk-0001.part', { create: true });
      await keep.saveChunk(1, new Blob(['y']));
      expect(keep.refusal).toBe('none');
    });
    await visit(async (keep) => {
      const kept = await keep.read();
      expect(kept).toMatchObject({ file, analysis: null });
      expect(kept?.chunks).toHaveLength(1);
    });
  });

  it('of a good file outlives one that cannot be opened', async () => {
    const file = await speechFile(3);
    await visit(async (keep) => {
      await analyse(file, keep);
      await expect(analyse(new File(['no sound'], 'notes.txt'), keep)).rejects.toMatchObject({
        name: 'WorkerError',
      });
      expect(await keep.read()).toMatchObject({ file: { name: 'talk.wav' }, isDraftLost: false });
    });
  });
});
