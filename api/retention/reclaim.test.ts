import { expect, it } from 'vitest';
import { silentLog } from '#api/lib/log.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';
import { createCorrectionStore } from '#api/user/correction.store.ts';
import { createReclaim } from './reclaim.ts';
import { createWasteStore } from './waste.store.ts';

async function setUp() {
  const { db, deps, clock } = await testApp();
  const owner = ownerOf(await buildUser(db));
  const waste = createWasteStore(db);
  const done: string[] = [];
  const answers = { freedBytes: 4096, isEmptied: true };
  const reclaim = createReclaim({
    waste,
    log: silentLog(),
    indexer: { purge: async () => void done.push('purge') },
    async compact() {
      done.push('compact');
      return answers;
    },
  });
  return {
    db,
    clock,
    owner,
    waste,
    done,
    answers,
    run: () => reclaim(new AbortController().signal),
    deleteOne: async () => deps.sessions.remove(owner, (await buildSession(db, owner)).id),
  };
}

it('does nothing where nothing was deleted, and the index before the file where something was', async () => {
  const { done, run, deleteOne } = await setUp();
  expect([await run(), done]).toEqual([null, []]);
  await deleteOne();
  expect([await run(), done]).toEqual([4096, ['purge', 'compact']]);
  expect([await run(), done]).toEqual([null, ['purge', 'compact']]);
});

it('counts deleted corrections, and what is deleted meanwhile is for the next time', async () => {
  const { db, clock, owner, waste, deleteOne, run } = await setUp();
  const correction = { original_word: 'Mayer', corrected_word: 'Meier' };
  await createCorrectionStore(db, clock).add(owner, [correction]);
  await db.deleteFrom('correction').execute();
  expect(await waste.deletions()).toBe(1);
  await deleteOne();
  await waste.reduce(1);
  expect(await waste.deletions()).toBe(1);
  expect(await run()).toBe(4096);
  expect(await waste.deletions()).toBe(0);
});

it('is repeated by the next run where the log of the database could not be emptied', async () => {
  const { done, answers, run, deleteOne } = await setUp();
  await deleteOne();
  answers.isEmptied = false;
  await run();
  answers.isEmptied = true;
  await run();
  await run();
  expect(done).toEqual(['purge', 'compact', 'purge', 'compact']);
});
