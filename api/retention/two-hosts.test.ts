import { expect, it } from 'vitest';
import type { DomainRetention } from '#api/contract/domain.ts';
import { silentLog } from '#api/lib/log.ts';
import { buildDomain, buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';
import { createRetentionStore } from './retention.store.ts';
import { createDeletions, sweepContent } from './sweep-content.ts';

type Moments = { created: string; audio: string; content: string };

const host = (audio_days: number, content_months: number, next: DomainRetention['next'] = null) => ({
  retention: { audio_days, content_months, next },
});
const announced = { audio_days: 10, content_months: 2, effective: '2027-12-01' };

/**
 * Of two hosts with one session each: when the session is created, and the days at whose beginning (UTC) its audio and
 * its content are deleted. All of it lives until the last ms of the day before.
 */
const cases: [string, ...({ retention: DomainRetention } & Moments)[]][] = [
  [
    'days 29, 30 and 31, month 6',
    { ...host(30, 6), created: '2026-11-20T09:00', audio: '2026-12-21', content: '2027-05-21' },
    { ...host(29, 5), created: '2026-11-20T09:00', audio: '2026-12-20', content: '2027-04-21' },
  ],
  [
    'a leap year and one that is none',
    { ...host(30, 6), created: '2027-08-31T23:59', audio: '2027-10-01', content: '2028-03-01' },
    { ...host(31, 18), created: '2027-08-29T00:00', audio: '2027-09-30', content: '2029-03-01' },
  ],
  [
    'over the 29th of February',
    { ...host(30, 12), created: '2028-02-29T12:00', audio: '2028-03-31', content: '2029-03-01' },
    { ...host(1, 48), created: '2028-02-28T12:00', audio: '2028-03-01', content: '2032-02-29' },
  ],
  [
    'ends of months',
    { ...host(30, 1), created: '2027-01-31T08:00', audio: '2027-03-01', content: '2027-03-01' },
    { ...host(365, 1), created: '2027-03-31T08:00', audio: '2027-05-01', content: '2027-05-01' },
  ],
  [
    'a day D that one of them has announced: both last until then',
    { ...host(30, 6, announced), created: '2027-09-15T08:00', audio: '2027-10-16', content: '2027-12-01' },
    { ...host(30, 6), created: '2027-09-15T08:00', audio: '2027-10-16', content: '2028-03-16' },
  ],
  [
    'what is too young on day D goes by the new periods',
    { ...host(30, 6, announced), created: '2027-11-25T08:00', audio: '2027-12-06', content: '2028-01-26' },
    { ...host(60, 3, announced), created: '2027-11-10T08:00', audio: '2027-12-01', content: '2028-01-11' },
  ],
];

it.each(cases)('two hosts side by side: %s', async (_name, ...hosts) => {
  const { db, deps, clock } = await testApp();
  const retention = createRetentionStore(db, clock);
  const ids: string[] = [];
  for (const [place, { retention: periods, created }] of hosts.entries()) {
    const name = `h${place}.example`;
    await buildDomain(db, { host: name, retention: JSON.stringify(periods) });
    const at = Date.parse(`${created}Z`);
    const session = await buildSession(db, ownerOf(await buildUser(db, { host: name })), { created_at: at });
    const key = `audio/${session.id}`;
    await deps.storage.create(key);
    const audio = { session_id: session.id, storage_key: key, created_at: at, bytes: 1, sha256: '' };
    await db
      .insertInto('audio')
      .values({ ...audio, file_name: 'a', file_type: '' })
      .execute();
    ids.push(session.id);
  }
  const sweepAt = async (now: number) => {
    clock.set(now);
    const { attempt, failed } = createDeletions(silentLog());
    await sweepContent({ ...deps, retention }, { now, attempt, signal: undefined });
    expect(failed()).toBe(0);
  };
  const isLeft = async (id: string) => {
    const row = await db.selectFrom('session').where('id', '=', id).select('id').executeTakeFirst();
    return { audio: (await deps.storage.size(`audio/${id}`)) !== null, content: row !== undefined };
  };
  const days = new Set(hosts.flatMap(({ audio, content }) => [Date.parse(audio), Date.parse(content)]));
  const moments = Array.from(days, (day) => [day - 1, day])
    .flat()
    .toSorted((one, other) => one - other);
  for (const now of moments) {
    await sweepAt(now);
    for (const [place, { audio, content }] of hosts.entries())
      expect([new Date(now).toISOString(), place, await isLeft(ids[place]!)]).toEqual([
        new Date(now).toISOString(),
        place,
        { audio: now < Date.parse(audio), content: now < Date.parse(content) },
      ]);
  }
});
