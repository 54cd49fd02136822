import { describe, expect, it } from 'vitest';
import type { Analysis } from '#workers/analysis/analysis.contract.ts';
import { createMemoryFolder } from '#workers/testing/memory-folder.ts';
import { speechMp3 } from '#workers/encode/encode.contract.ts';
import { readFile, writeFile } from '#workers/store/opfs-folder.ts';
import { createKeptSession } from './kept-session.ts';
import { pack } from './packed.ts';

const talk = { name: 'talk.wav', bytes: 10, lastModifiedMs: 1 };
const other = { name: 'other.wav', bytes: 20, lastModifiedMs: 2 };
const analysis = { durationS: 60 } as Analysis;
const chunk = (text: string) => new Blob([text]);
const textOf = async (chunks: readonly Blob[]) => await new Blob([...chunks]).text();

async function keptWhole(user = createMemoryFolder()) {
  const session = createKeptSession(user, 'one');
  await session.begin(talk, speechMp3, 1);
  await session.saveChunk(0, chunk('aa'));
  await session.saveChunk(1, chunk('bb'));
  await session.saveAnalysis(analysis, { chunks: 2, samples: 9, bytes: 4 });
  return { user, session };
}

describe('what is kept of one session', () => {
  it('is read as it was saved', async () => {
    const { session } = await keptWhole();
    const kept = await session.read();
    expect(kept).toMatchObject({ file: talk, settings: speechMp3, analysis, isDraftLost: false });
    expect(await textOf(kept!.draft!.chunks)).toBe('aabb');
  });

  it('is saved one after the other, however fast the calls come', async () => {
    const session = createKeptSession(createMemoryFolder(), 'one');
    const saves = [
      session.begin(talk, speechMp3, 1),
      session.saveChunk(0, chunk('a')),
      session.saveChunk(0, chunk('b')),
      session.saveAnalysis(analysis, null),
      session.saveAnalysis(analysis, { chunks: 1, samples: 1 }),
    ];
    const outcomes = await Promise.allSettled(saves);
    expect(outcomes.map(({ status }) => status)).toEqual(saves.map(() => 'fulfilled'));
    expect(await textOf((await session.read())!.draft!.chunks)).toBe('b');
  });

  it('holds no chunk of the file before, although it was still being saved', async () => {
    const session = createKeptSession(createMemoryFolder(), 'one');
    await session.begin(talk, speechMp3, 1);
    const slow = chunk('of the talk');
    slow.arrayBuffer = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return await new Blob(['of the talk']).arrayBuffer();
    };
    const late = session.saveChunk(0, slow);
    const begun = session.begin(other, speechMp3, 2);
    await Promise.all([late, begun]);
    expect(await session.read()).toMatchObject({ file: other, chunks: [], analysis: null });
  });

  it('is not created again by a save after it was removed', async () => {
    const { user, session } = await keptWhole();
    await user.removeEntry('one', { recursive: true });
    await expect(session.saveChunk(2, chunk('cc'))).rejects.toMatchObject({ name: 'NotFoundError' });
    await expect(user.getDirectoryHandle('one')).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  it('stays when a later save fails', async () => {
    let isFull = false;
    const { session } = await keptWhole(createMemoryFolder(() => isFull));
    isFull = true;
    await expect(session.saveChunk(2, chunk('cc'))).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect(await textOf((await session.read())!.draft!.chunks)).toBe('aabb');
  });

  it('is no whole draft if a chunk is missing or short; only the chunks before a missing one are used', async () => {
    const { user, session } = await keptWhole();
    const folder = await user.getDirectoryHandle('one');
    await folder.removeEntry('chunk-0001');
    const without = await session.read();
    expect(without).toMatchObject({ draft: null, isDraftLost: true, analysis });
    expect(await textOf(without!.chunks)).toBe('aa');
    await writeFile(folder, 'chunk-0001', new TextEncoder().encode('b'));
    expect(await session.read()).toMatchObject({ draft: null, isDraftLost: true, chunks: [] });
  });

  it('has the edits of an earlier version of the page, and says if they cannot be read', async () => {
    const { user, session } = await keptWhole();
    expect((await session.read())?.formerEdits).toBeNull();
    const folder = await user.getDirectoryHandle('one');
    await writeFile(folder, 'edits', pack({ loudness: 'normalised' }));
    const { lastModified } = (await readFile(folder, 'edits'))!;
    const former = { value: { loudness: 'normalised' }, atMs: lastModified, isReadable: true };
    expect((await session.read())?.formerEdits).toEqual(former);
    await writeFile(folder, 'edits', new Uint8Array([1, 2, 3]));
    expect((await session.read())?.formerEdits).toMatchObject({ isReadable: false });
  });

  it('is whole without the size of its chunks, which an earlier version of the page did not store', async () => {
    const { session } = await keptWhole();
    await session.saveAnalysis(analysis, { chunks: 2, samples: 9 });
    expect(await textOf((await session.read())!.draft!.chunks)).toBe('aabb');
  });
});
