import { expect, test } from 'vitest';
import type { SessionDetail, SessionResult } from '#api/contract/session.ts';
import { buildResult, buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';

test('The detail carries the newest version of each result, and says whether it is older than what it was made from', async () => {
  const { app, db, bearer } = await testApp();
  const user = await buildUser(db);
  const { id } = await buildSession(db, ownerOf(user), { status: 'completed', edits_rev: 3 });
  const sources = [{ n: 1, segment: 's1', at: 4.5 }];
  await buildResult(db, id, 'summary', { text: 'Erste' });
  await buildResult(db, id, 'summary', {
    text: 'Zweite [1]',
    sources: JSON.stringify(sources),
    made_from: JSON.stringify({ transcript: 0, edits: 3, notes: 0, option: 0 }),
  });
  await buildResult(db, id, 'minutes', { state: 'failed', error: 'processing.failed' });
  const headers = await bearer(user);

  const detail = (await (await app.request(`/api/v1/sessions/${id}`, { headers })).json()) as SessionDetail;
  expect(detail.data).toMatchObject({
    summary: { state: 'done', text: 'Zweite [1]', sources, version: 2, previous: 1, stale: false },
    minutes: { state: 'failed', error: 'processing.failed', version: 1, previous: 0, stale: false },
  });

  await buildResult(db, id, 'summary', { state: 'pending' });
  const waiting = (await (await app.request(`/api/v1/sessions/${id}`, { headers })).json()) as SessionDetail;
  expect([waiting.data['summary'], waiting.former]).toEqual([false, { summary: 2 }]);

  const former = await app.request(`/api/v1/sessions/${id}/results/summary/1`, { headers });
  expect((await former.json()) as SessionResult).toMatchObject({ text: 'Erste', version: 1 });
  const none = await app.request(`/api/v1/sessions/${id}/results/summary/9`, { headers });
  expect(none.status).toBe(404);
  const stranger = await bearer(await buildUser(db));
  const theirs = await app.request(`/api/v1/sessions/${id}/results/summary/1`, { headers: stranger });
  expect(theirs.status).toBe(404);
});
