import { expect, it } from 'vitest';
import { limits } from '#api/contract/limits.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testDb } from '#api/testing/test-db.ts';
import type { Draft } from './draft.ts';
import { createSuggestionStore } from './suggestion.store.ts';

it('suggestions of a session are bounded, with those that somebody left', async () => {
  const db = testDb();
  const { id: sessionId } = await buildSession(db, ownerOf(await buildUser(db)));
  const store = createSuggestionStore(db);
  const draftsOf = (to: string): Draft[] =>
    Array.from({ length: limits.maxSuggestions + 5 }, (_, index) => ({
      segment: 's1',
      at: 0,
      start: index * 10,
      from: `w${index}`,
      to: `${to}${index}`,
      others: [],
      kind: 'own' as const,
    }));
  const run = { sessionId, version: 1, order: ['s1'] };
  expect(await store.replace(run, draftsOf('a').slice(0, 20))).toBe(20);
  const [first] = await store.list(sessionId);
  await store.settle(sessionId, [first!.id], 'left');
  const many = draftsOf('b').map((draft, index) => ({ ...draft, segment: `s${index % 500}` }));
  const order = Array.from({ length: 500 }, (_, index) => `s${index}`);
  await store.replace({ ...run, order }, many);
  expect(await store.list(sessionId)).toHaveLength(limits.maxSuggestions);
});
