import { describe, expect, it } from 'vitest';
import { pairingCodeMs, pairingMs } from '#api/contract/pairing.ts';
import { minuteMs } from '#api/contract/time.ts';
import type { Db } from '#api/db/open.ts';
import { createQueue } from '#api/jobs/sqlite-queue.ts';
import { newId } from '#api/lib/id.ts';
import { silentLog } from '#api/lib/log.ts';
import { buildDomain, buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testDb } from '#api/testing/test-db.ts';
import { transcribeJobName } from '#api/transcript/transcribe-request.ts';
import { recorded, sha256Of } from '#api/testing/test-recording.ts';
import { encode, octets, tus } from '#api/testing/test-upload-client.ts';
import { stateReport } from '#api/testing/state-report.ts';
import { pairingWorld } from '#api/testing/test-pairing.ts';
import { createPairingStore, mostConnected, mostOpen } from './pairing.store.ts';

const audioOf = (sessionId: string) => ({
  session_id: sessionId,
  storage_key: `audio/${newId()}`,
  file_name: 'a.mp3',
  file_type: 'audio/mpeg',
  bytes: 1,
  sha256: newId(),
  created_at: 1,
});
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const battery = { kind: 'battery', charge: 0.5, charging: false };
async function buildAccount(db: Db, host: string) {
  const account = { id: newId(), host, email: 'a@example.org', given_name: '', family_name: '' };
  await db
    .insertInto('account')
    .values({ ...account, password_hash: '', created_at: 1 })
    .execute();
  return account;
}

describe('a pairing', () => {
  it('goes from a code over the same number on both screens to a phone that reports', async () => {
    const { call, session, state, clock, report } = await pairingWorld();
    const started = await call('POST', '', { json: { session_id: session } });
    expect(started).toMatchObject({
      status: 201,
      body: {
        session_id: session,
        session_title: 'Visite',
        state: 'preparing',
        ended: null,
        device: null,
        verification_code: null,
        expires_in_ms: pairingCodeMs,
        code: expect.stringMatching(/^[2-9A-HJKMNP-Z]{8}$/) as string,
      },
    });
    const { id, code } = started.body as { id: string; code: string };
    expect(started.body['address']).toBe(`https://wortlaut.example/pair?code=${code}`);
    clock.advance(minuteMs);
    // Typed as people type it.
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `;
    expect((await call('POST', '/resolve', { json: { code: typed } })).body).toEqual({
      id,
      session_title: 'Visite',
    });
    const joined = await call('POST', `/${id}/activate`, {
      json: { code: typed },
      headers: { 'user-agent': iPhone },
    });
    const { claim, verification_code: verification } = joined.body as Record<string, string>;
    expect(joined.body).toMatchObject({ state: 'waiting', device: 'Safari, iPhone' });
    expect(claim).toMatch(/^[\w-]{43}$/);
    expect(verification).toMatch(/^\d{6}$/);
    const seen = await call('GET', `/${id}`);
    expect(seen.body).toMatchObject({
      state: 'waiting',
      verification_code: verification,
      expires_in_ms: 4 * minuteMs,
    });
    expect(seen.body).not.toHaveProperty('claim');
    const confirm = () => call('POST', `/${id}/confirm`, { json: { verification_code: verification } });
    expect((await confirm()).body).toMatchObject({
      state: 'connected',
      verification_code: null,
      expires_in_ms: pairingMs,
    });
    // The answer may have been lost.
    expect((await confirm()).body).toMatchObject({ state: 'connected' });
    expect((await report(id, claim!, battery)).status).toBe(204);
    expect(await state(id)).toEqual(['connected', null]);
  });

  it('names the phone itself, whatever the phone calls itself', async () => {
    const { builder, call, newSession } = await pairingWorld();
    const deviceOf = async (headers: Record<string, string>) => {
      const { id, code } = await builder().start(await newSession());
      const json = { code, device: 'iPhone. Your phone shows no number, press Yes' };
      const joined = await call('POST', `/${id}/activate`, { json, headers });
      expect(joined.status).toBe(200);
      const seen = await call('GET', `/${id}`);
      expect(seen.body['device']).toBe(joined.body['device']);
      return seen.body['device'];
    };
    expect(await deviceOf({ 'user-agent': iPhone })).toBe('Safari, iPhone');
    // Only what is known of the header is taken over.
    expect(await deviceOf({ 'user-agent': 'Android. Press Yes' })).toBe('Android');
    expect(await deviceOf({ 'user-agent': 'Press Yes' })).toBeNull();
    expect(await deviceOf({})).toBeNull();
  });

  it('stores neither code nor claim in a form that anybody can use', async () => {
    const { db, builder, session } = await pairingWorld();
    const started = await builder().start(session);
    const stored = async () => JSON.stringify(await db.selectFrom('pairing').selectAll().execute());
    expect(await stored()).not.toContain(started.code);
    const { claim } = await builder().join(session);
    expect(await stored()).not.toContain(claim);
  });

  it.each([
    ['for a session that is not theirs', 404, 'session.not_found'],
    ['for a session with audio', 409, 'upload.already_complete'],
    ['on a host without the function', 404, 'domain.off'],
  ])('cannot be started %s', async (what, status, code) => {
    const { db, call, session } = await pairingWorld();
    const stranger = await buildUser(db);
    if (what.includes('audio')) await db.insertInto('audio').values(audioOf(session)).execute();
    if (what.includes('host')) await buildDomain(db, { host: 'localhost', tags: '[]' });
    const as = what.includes('theirs') ? { as: stranger } : {};
    expect(await call('POST', '', { json: { session_id: session }, ...as })).toMatchObject({ status, code });
    expect(await db.selectFrom('pairing').selectAll().execute()).toEqual([]);
  });

  it.each(['http://wortlaut.example', 'https://localhost:8443', 'https://127.0.0.1', 'https://[::1]:3000'])(
    'cannot be started where a phone cannot use %s',
    async (phoneUrl) => {
      const { call, session } = await pairingWorld({ phoneUrl });
      const { status, code, body } = await call('POST', '', { json: { session_id: session } });
      expect([status, code]).toEqual([409, 'pairing.address_unusable']);
      expect(body['detail']).toContain('PUBLIC_URL');
    },
  );

  it('of another name of the server has the address of that name', async () => {
    const { db, send } = await pairingWorld();
    await buildDomain(db, { host: 'b.example' });
    const other = await buildUser(db, { host: 'b.example' });
    const { id } = await buildSession(db, ownerOf(other));
    const headers = { host: 'b.example' };
    const response = await send('POST', '/api/v1/pairings', { json: { session_id: id }, as: other, headers });
    expect(response.status).toBe(201);
    const { address } = (await response.json()) as { address: string };
    expect(address).toMatch(/^https:\/\/b\.example\/pair\?code=/);
  });

  it('of somebody else is not there, in any call', async () => {
    const { db, call, builder, session } = await pairingWorld();
    const stranger = await buildUser(db);
    const { id, code, claim, verification } = await builder().join(session);
    const theirs = await buildSession(db, ownerOf(stranger));
    const { code: fresh, id: other } = await builder(stranger).start(theirs.id);
    const json = { claim, reports: [battery] };
    const tries: [string, string, object | undefined, string][] = [
      ['GET', `/${id}`, undefined, 'pairing.not_found'],
      ['DELETE', `/${id}`, undefined, 'pairing.not_found'],
      ['GET', `/${id}/events?side=phone`, undefined, 'pairing.not_found'],
      ['POST', `/${id}/confirm`, { verification_code: verification }, 'pairing.not_found'],
      ['POST', `/${id}/events`, json, 'pairing.not_found'],
      ['POST', `/${id}/events`, { command: 'start', id: newId() }, 'pairing.not_found'],
      ['POST', `/${id}/commands/${newId()}/take`, { claim }, 'pairing.not_found'],
      ['POST', '/resolve', { code }, 'pairing.code_wrong'],
    ];
    for (const [method, path, body, wanted] of tries)
      expect([
        path,
        await call(method, path, { as: stranger, ...(body ? { json: body } : {}) }),
      ]).toMatchObject([path, { status: 404, code: wanted }]);
    // A code that holds, of the stranger, is none for this person.
    const device = 'x';
    for (const path of ['/resolve', `/${other}/activate`])
      expect(
        await call('POST', path, { json: path === '/resolve' ? { code: fresh } : { code: fresh, device } }),
      ).toMatchObject({ status: 404, code: 'pairing.code_wrong' });
  });

  it.each(['start', 'join'] as const)('is replaced by a newer one of its session: %s', async (step) => {
    const { builder, session, state, newSession } = await pairingWorld();
    const first = await builder()[step](session);
    const apart = await builder().start(await newSession());
    await builder().start(session);
    expect(await state(first.id)).toEqual(['expired', 'replaced']);
    expect(await state(apart.id)).toEqual(['preparing', null]);
  });

  it('that is connected is named in place of a code, and is replaced only by a call that says so', async () => {
    const { call, builder, session, state } = await pairingWorld();
    const { id } = await builder().connect(session);
    const start = (more = {}) => call('POST', '', { json: { session_id: session, ...more } });
    expect(await start()).toMatchObject({
      status: 409,
      code: 'pairing.connected',
      body: { pairing_id: id },
    });
    expect(await start({ replace: false })).toMatchObject({ code: 'pairing.connected' });
    expect(await state(id)).toEqual(['connected', null]);
    expect(await start({ replace: true })).toMatchObject({ status: 201 });
    expect(await state(id)).toEqual(['expired', 'replaced']);
  });

  it('is named for each session into which its phone records', async () => {
    const { call, builder, session, newSession, report, state } = await pairingWorld();
    const { id, claim } = await builder().connect(session);
    const second = await newSession();
    await report(id, claim, stateReport(second));
    for (const session_id of [session, second])
      expect((await call('POST', '', { json: { session_id } })).body).toMatchObject({ pairing_id: id });
    await call('POST', '', { json: { session_id: second, replace: true } });
    expect(await state(id)).toEqual(['expired', 'replaced']);
  });

  it('that is found to be over is not named', async () => {
    const { call, builder, session, clock, state } = await pairingWorld();
    const { id } = await builder().connect(session);
    clock.advance(pairingMs);
    expect((await call('POST', '', { json: { session_id: session } })).status).toBe(201);
    expect(await state(id)).toEqual(['expired', 'time']);
  });

  it('that was connected after the last look is not replaced', async () => {
    const { db, builder, session, person, state } = await pairingWorld();
    const { id } = await builder().connect(session);
    const row = {
      id: newId(),
      host: person.host,
      user_id: person.id,
      session_id: session,
      state: 'preparing',
      created_at: 1,
      expires_at: 2,
    } as const;
    const stored = await createPairingStore(db).replace(row, { endsConnected: false });
    expect(stored).toEqual({ is: 'connected', id });
    expect(await state(id)).toEqual(['connected', null]);
  });

  it('that is connected is not replaced where the person has too many, and at most 50 are', async () => {
    const { call, builder, state, newSession, clock } = await pairingWorld();
    const start = async (session_id?: string) =>
      call('POST', '', { json: { session_id: session_id ?? (await newSession()) } });
    const first = await builder().connect(await newSession());
    for (let n = 0; n <= mostOpen; n += 1) await builder().start(await newSession());
    for (let n = 1; n < mostConnected; n += 1) {
      clock.advance(minuteMs);
      await builder().connect(await newSession());
    }
    expect(await state(first.id)).toEqual(['connected', null]);
    expect(await start()).toMatchObject({
      status: 429,
      code: 'pairing.too_many',
      body: { retry_after_s: (pairingMs - (mostConnected - 1) * minuteMs) / 1000 },
    });
    await call('DELETE', `/${first.id}`);
    expect((await start()).status).toBe(201);
  });

  it('is replaced where the person has too many', async () => {
    const { db, builder, state, newSession } = await pairingWorld();
    const stranger = await buildUser(db);
    const theirs = await builder(stranger).start(await newSession(stranger));
    const made = [];
    for (let n = 0; n <= mostOpen; n += 1) made.push(await builder().start(await newSession()));
    expect(await state(made[0]!.id)).toEqual(['expired', 'replaced']);
    expect(await state(made[1]!.id)).toEqual(['preparing', null]);
    expect(await db.selectFrom('pairing').select('ended').where('id', '=', theirs.id).execute()).toEqual([
      { ended: null },
    ]);
  });

  it.each([
    ['preparing', 'closed'],
    ['waiting', 'refused'],
    ['connected', 'closed'],
  ])('that is %s can be ended by either side', async (step, ended) => {
    const { builder, session, state, call } = await pairingWorld();
    const make = { preparing: builder().start, waiting: builder().join, connected: builder().connect }[step]!;
    const { id } = await make(session);
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    expect(await state(id)).toEqual(['expired', ended]);
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    expect(await state(id)).toEqual(['expired', ended]);
  });

  it.each([
    ['preparing', '204', '204', 'closed'],
    ['waiting', '204', '204', 'refused'],
    ['connected', '409 pairing.connected', '410 pairing.expired', null],
  ])('that is %s is ended unless a phone was connected', async (step, answered, answeredLater, ended) => {
    const { builder, session, state, call } = await pairingWorld();
    const make = { preparing: builder().start, waiting: builder().join, connected: builder().connect }[step]!;
    const { id } = await make(session);
    const end = async () => {
      const { status, code } = await call('DELETE', `/${id}?unless=connected`);
      return code === null ? String(status) : `${status} ${code}`;
    };
    expect(await end()).toBe(answered);
    expect(await state(id)).toEqual([ended === null ? 'connected' : 'expired', ended]);
    await call('DELETE', `/${id}`);
    expect(await end()).toBe(answeredLater);
  });

  it('that was connected after the last look is not ended by a call that ends it unless it is connected', async () => {
    const { db, builder, session } = await pairingWorld();
    const { id } = await builder().connect(session);
    const row = { id, recording_id: null };
    expect(await createPairingStore(db).end(row, 'closed', 1, { unlessConnected: true })).toBe(false);
    expect(await createPairingStore(db).end(row, 'closed', 1)).toBe(true);
  });

  it.each([
    ['preparing', pairingCodeMs],
    ['waiting', pairingCodeMs],
    ['connected', pairingMs],
  ])('that is %s ends by itself when its time is up', async (step, livesMs) => {
    const { builder, session, state, clock } = await pairingWorld();
    const make = { preparing: builder().start, waiting: builder().join, connected: builder().connect }[step]!;
    const { id } = await make(session);
    clock.advance(livesMs - 1);
    expect(await state(id)).toEqual([step, null]);
    clock.advance(1);
    expect(await state(id)).toEqual(['expired', 'time']);
  });
});

describe('each call in each state', () => {
  const ok = '204';
  const late = '410 pairing.expired';
  it.each([
    [
      'preparing',
      '409 pairing.not_waiting',
      '403 pairing.not_this_phone',
      '409 pairing.not_connected',
      '200',
    ],
    ['waiting', '200', '409 pairing.not_connected', '409 pairing.not_connected', '404 pairing.code_wrong'],
    ['connected', '200', ok, ok, '404 pairing.code_wrong'],
    ['expired', late, late, late, '404 pairing.code_wrong'],
  ])('%s', async (step, confirmed, reported, commanded, resolved) => {
    const { builder, session, call } = await pairingWorld();
    const { start, join, connect } = builder();
    const made = await { preparing: start, waiting: join, connected: connect, expired: connect }[step]!(
      session,
    );
    const { id, code, claim, verification } = made;
    if (step === 'expired') await call('DELETE', `/${id}`);
    const answer = async (path: string, json: object) => {
      const { status, code: error } = await call('POST', path, { json });
      return error === null ? String(status) : `${status} ${error}`;
    };
    expect({
      reported: await answer(`/${id}/events`, { claim, reports: [battery] }),
      taken: await answer(`/${id}/commands/${newId()}/take`, { claim }),
      commanded: await answer(`/${id}/events`, { command: 'start', id: newId() }),
      resolved: await answer('/resolve', { code }),
      confirmed: await answer(`/${id}/confirm`, { verification_code: verification }),
    }).toEqual({
      reported,
      taken: reported === ok ? '200' : reported,
      commanded,
      resolved,
      confirmed,
    });
    expect((await call('GET', `/${id}`)).status).toBe(200);
  });

  it('a wrong verification code connects nothing', async () => {
    const { builder, session, call, state } = await pairingWorld();
    const { id, verification } = await builder().join(session);
    const wrong = verification === '000000' ? '000001' : '000000';
    expect(await call('POST', `/${id}/confirm`, { json: { verification_code: wrong } })).toMatchObject({
      status: 409,
      code: 'pairing.verification_wrong',
    });
    expect(await state(id)).toEqual(['waiting', null]);
  });

  it('a phone cannot confirm itself', async () => {
    const { builder, session, db, person, deps, state } = await pairingWorld();
    const { id, verification } = await builder().join(session);
    await db.updateTable('pairing').set({ desktop_sign_in: 'desk', phone_sign_in: 'tel' }).execute();
    const { id: account } = await buildAccount(db, person.host);
    for (const one of ['desk', 'tel'])
      await db
        .insertInto('account_sign_in')
        .values({ account_id: account, began_at: 1, seen_at: 1, id: one })
        .execute();
    const confirm = (signInId: string) =>
      deps.pairings.confirm({ id: person.id, host: person.host, signInId }, id, verification);
    await expect(confirm('tel')).rejects.toMatchObject({ code: 'auth.forbidden' });
    expect(await state(id)).toEqual(['waiting', null]);
    expect(await confirm('desk')).toMatchObject({ state: 'connected' });
  });

  it('a wrong claim tells and takes nothing', async () => {
    const { builder, session, report, call } = await pairingWorld();
    const { id, claim } = await builder().connect(session);
    for (const wrong of ['', 'x', `${claim}x`, claim.toLowerCase()]) {
      expect(await report(id, wrong, battery)).toMatchObject({ status: 403, code: 'pairing.not_this_phone' });
      expect((await call('POST', `/${id}/commands/${newId()}/take`, { json: { claim: wrong } })).code).toBe(
        'pairing.not_this_phone',
      );
    }
  });
});

describe('a code', () => {
  it('that is wrong, used, expired or replaced gets one answer', async () => {
    const { builder, session, call, clock, newSession } = await pairingWorld();
    const used = await builder().join(await newSession());
    const replaced = await builder().start(session);
    const holds = await builder().start(session);
    const expired = await builder().start(await newSession());
    clock.advance(pairingCodeMs);
    const later = await builder().start(await newSession());
    const bodies = new Set<string>();
    for (const { code, id } of [
      { code: 'AAAAAAAA', id: later.id },
      { code: '', id: later.id },
      used,
      replaced,
      holds,
      expired,
    ])
      for (const [path, json] of [
        ['/resolve', { code }],
        [`/${id}/activate`, { code }],
      ] as const) {
        clock.advance(20 * minuteMs);
        const { request_id: _, ...body } = (await call('POST', path, { json })).body;
        bodies.add(JSON.stringify(body));
      }
    expect([...bodies]).toEqual([
      JSON.stringify({
        detail: 'There is no such code, or it was used or has expired.',
        code: 'pairing.code_wrong',
      }),
    ]);
  });

  it('does not open another pairing of the same person', async () => {
    const { builder, session, call, newSession } = await pairingWorld();
    const [one, other] = [await builder().start(session), await builder().start(await newSession())];
    expect(await call('POST', `/${one.id}/activate`, { json: { code: other.code } })).toMatchObject({
      code: 'pairing.code_wrong',
    });
  });

  it('lets exactly one of many phones in', async () => {
    const { builder, session, call, report } = await pairingWorld();
    const { id, code } = await builder().start(session);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        call('POST', `/${id}/activate`, { json: { code, device: `Telefon ${n}` } }),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ code: error }) => error === 'pairing.code_wrong')).toHaveLength(7);
    const { claim, verification_code: verification, device } = won[0]!.body as Record<string, string>;
    await call('POST', `/${id}/confirm`, { json: { verification_code: verification } });
    expect((await call('GET', `/${id}`)).body).toMatchObject({ device });
    expect((await report(id, claim!, battery)).status).toBe(204);
  });

  it('cannot be guessed: after 10 tries there is a wait, which 990 more do not shorten', async () => {
    const { call, builder, session, clock } = await pairingWorld();
    const { code, id } = await builder().start(session);
    const guess = (n: number) =>
      n % 2 === 0
        ? call('POST', '/resolve', { json: { code: `AAAA${1000 + n}` } })
        : call('POST', `/${id}/activate`, { json: { code: `AAAA${1000 + n}` } });
    const answers = [];
    for (let n = 0; n < 1_000; n += 1) answers.push(await guess(n));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(990);
    expect(refused.at(-1)).toMatchObject({ code: 'pairing.too_many', body: { retry_after_s: 5 } });
    // Nor does the right one help then.
    expect((await call('POST', '/resolve', { json: { code } })).status).toBe(429);
    clock.advance(5_000);
    expect((await call('POST', '/resolve', { json: { code } })).status).toBe(200);
  });

  it('is guessed no faster by one person at many addresses, and many at one address do not share the tries', async () => {
    const { call, db, deps } = await pairingWorld({ trustProxy: true });
    expect(deps.trustProxy).toBe(true);
    const statuses = async (tries: number, how: (n: number) => object) => {
      const all: number[] = [];
      for (let n = 0; n < tries; n += 1)
        all.push((await call('POST', '/resolve', { json: { code: 'AAAAAAAA' }, ...how(n) })).status);
      return all.filter((status) => status === 404).length;
    };
    const people = await Promise.all(Array.from({ length: 100 }, () => buildUser(db)));
    expect(await statuses(100, (n) => ({ as: people[n] }))).toBe(100);
    const at = (n: number) => ({ headers: { 'x-forwarded-for': `203.0.113.${n}` } });
    expect(await statuses(100, at)).toBe(10);
  });

  it('that is right costs no tries', async () => {
    const { call, builder, session } = await pairingWorld();
    const { code } = await builder().start(session);
    for (let n = 0; n < 30; n += 1)
      expect((await call('POST', '/resolve', { json: { code } })).status).toBe(200);
  });

  it('cannot be made without end', async () => {
    const { call, session } = await pairingWorld();
    const statuses = [];
    for (let n = 0; n < 60; n += 1)
      statuses.push((await call('POST', '', { json: { session_id: session } })).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(40);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('the end of a pairing', () => {
  it('comes when the server has the audio of its session, told or not', async () => {
    for (const isTold of [true, false]) {
      const { db, builder, session, state, deps, poll } = await pairingWorld();
      const { id } = await builder().connect(session);
      await db.insertInto('audio').values(audioOf(session)).execute();
      if (isTold) await deps.recorded(session);
      expect((await poll(id, 'desktop')).events).toMatchObject([
        { event: 'pairing', pairing: { state: 'expired', ended: 'finished' } },
      ]);
      expect(await state(id)).toEqual(['expired', 'finished']);
    }
  });

  it('comes with the session that the phone records now, not with the one before it', async () => {
    const { db, builder, session, state, deps, report, newSession } = await pairingWorld();
    const { id, claim } = await builder().connect(session);
    const second = await newSession();
    expect((await report(id, claim, stateReport(second))).status).toBe(204);
    await db.insertInto('audio').values(audioOf(session)).execute();
    await deps.recorded(session);
    expect(await state(id)).toEqual(['connected', null]);
    expect((await report(id, claim, stateReport(second, 'unsent'))).status).toBe(204);
    await db.insertInto('audio').values(audioOf(second)).execute();
    await deps.recorded(second);
    expect(await state(id)).toEqual(['expired', 'finished']);
  });

  it.each(['recording', 'paused'])(
    'waits while the phone is %s, which may go over to the next session',
    async (stage) => {
      const { db, builder, session, state, deps, report, pass } = await pairingWorld();
      const { id, claim } = await builder().connect(session);
      await report(id, claim, stateReport(session, stage));
      await db.insertInto('audio').values(audioOf(session)).execute();
      await deps.recorded(session);
      expect(await state(id)).toEqual(['connected', null]);
      pass(minuteMs - 1);
      expect(await state(id)).toEqual(['connected', null]);
      // The phone is not heard any more.
      pass(1);
      expect(await state(id)).toEqual(['expired', 'finished']);
    },
  );

  it('comes with the report of a phone that records no more', async () => {
    const { db, builder, session, deps, report } = await pairingWorld();
    const { id, claim } = await builder().connect(session);
    await report(id, claim, stateReport(session));
    await db.insertInto('audio').values(audioOf(session)).execute();
    await deps.recorded(session);
    expect((await report(id, claim, stateReport(session, 'finished'))).status).toBe(204);
    expect(await db.selectFrom('pairing').select('ended').execute()).toEqual([{ ended: 'finished' }]);
  });

  it('does not wait for the phone when its recording was adopted', async () => {
    const { db, builder, session, deps, report } = await pairingWorld();
    const { id, claim } = await builder().connect(session);
    await report(id, claim, stateReport(session));
    await db.insertInto('audio').values(audioOf(session)).execute();
    await deps.recorded(session, { isAdopted: true });
    expect(await db.selectFrom('pairing').select('ended').execute()).toEqual([{ ended: 'finished' }]);
    // The refusal says why.
    expect(await report(id, claim, battery)).toMatchObject({
      status: 410,
      code: 'pairing.expired',
      body: { ended: 'finished' },
    });
  });

  it('does not come where the phone has gone over to another session in the meantime', async () => {
    const { db, builder, session, newSession } = await pairingWorld();
    const { id } = await builder().connect(session);
    const store = createPairingStore(db);
    await store.setRecording(id, await newSession());
    expect(await store.end({ id, recording_id: null }, 'finished', 1)).toBe(false);
    expect(await store.end({ id, recording_id: null }, 'closed', 1)).toBe(true);
  });

  it('is told to no stranger, and leaves nothing in memory when its session is gone', async () => {
    const { db, builder, session, call, listen, deps } = await pairingWorld();
    const { id } = await builder().connect(session);
    await (await listen(id, 'desktop')).next();
    const stranger = await buildUser(db);
    expect((await call('GET', `/${id}`, { as: stranger })).status).toBe(404);
    expect(deps.pairings.count().pairings).toBe(1);
    await db.deleteFrom('session').where('id', '=', session).execute();
    expect((await call('GET', `/${id}`)).status).toBe(404);
    expect(deps.pairings.count().pairings).toBe(0);
  });

  it.each(['recording-complete', 'adopt'])('comes at once when a recording is whole by %s', async (way) => {
    const db = testDb();
    const handlers = [{ name: transcribeJobName, maxAttempts: 1, retryDelaysMs: [], run: async () => {} }];
    // It is not started.
    const queue = createQueue({ db, handlers, clock: testClock(), log: silentLog(), slots: 1 });
    const { builder, session, send, listen } = await pairingWorld({ db, queue });
    const { id } = await builder().connect(session);
    const desktop = await listen(id, 'desktop');
    await desktop.next();
    const sound = await recorded(1);
    const metadata = encode({ session_id: session, file_name: 'r.mp3', file_type: 'audio/mpeg' });
    const begun = await send('POST', '/api/v1/uploads', {
      headers: { ...tus, 'upload-defer-length': '1', 'upload-metadata': metadata },
    });
    const path = begun.headers.get('location') ?? '';
    const part = { ...tus, ...octets, 'upload-offset': '0' };
    expect((await send('PATCH', path, { headers: part, body: new Uint8Array(sound) })).status).toBe(204);
    const form = new FormData();
    const told = { duration: 1, bytes: sound.length, sha256: sha256Of(sound), mode: 'record' };
    form.set('metadata', JSON.stringify(told));
    const done =
      way === 'adopt'
        ? await send('POST', `${path}/adopt`, { json: { force: true } })
        : await send('POST', `/api/v1/sessions/${session}/recording-complete`, { body: form });
    expect(done.status).toBe(200);
    expect(await desktop.until(({ event }) => event === 'pairing')).toMatchObject({
      pairing: { ended: 'finished' },
    });
  });

  it('does not come with a session of somebody else, or none', async () => {
    const { db, builder, session, state, report } = await pairingWorld();
    const { id, claim } = await builder().connect(session);
    const stranger = await buildUser(db);
    const theirs = await buildSession(db, ownerOf(stranger));
    await db.insertInto('audio').values(audioOf(theirs.id)).execute();
    for (const other of [theirs.id, 'none'])
      expect((await report(id, claim, stateReport(other))).status).toBe(204);
    expect(await state(id)).toEqual(['connected', null]);
  });

  it('comes with the end of the session, and its row goes', async () => {
    const { db, builder, session, call, send, listen } = await pairingWorld();
    const { id } = await builder().connect(session);
    const desktop = await listen(id, 'desktop');
    expect(await desktop.next()).toMatchObject({ pairing: { state: 'connected' } });
    expect((await send('DELETE', `/api/v1/sessions/${session}`)).status).toBe(204);
    expect(await desktop.until(({ event }) => event === 'pairing')).toMatchObject({
      pairing: { state: 'expired', ended: 'closed' },
    });
    expect(await desktop.next()).toBeNull();
    expect((await call('GET', `/${id}`)).status).toBe(404);
    expect(await db.selectFrom('pairing').selectAll().execute()).toEqual([]);
  });

  it('comes when both sides have signed out, not when one has', async () => {
    const { db, builder, session, state, person } = await pairingWorld();
    const { id } = await builder().connect(session);
    const account = await buildAccount(db, person.host);
    const signIn = { account_id: account.id, began_at: 1, seen_at: 1 };
    for (const one of ['desk', 'tel'])
      await db
        .insertInto('account_sign_in')
        .values({ ...signIn, id: one })
        .execute();
    await db.updateTable('pairing').set({ desktop_sign_in: 'desk', phone_sign_in: 'tel' }).execute();
    expect(await state(id)).toEqual(['connected', null]);
    await db.deleteFrom('account_sign_in').where('id', '=', 'desk').execute();
    expect(await state(id)).toEqual(['connected', null]);
    await db.deleteFrom('account_sign_in').execute();
    expect(await state(id)).toEqual(['expired', 'closed']);
  });

  it('comes when the person is locked, and a stream of theirs ends', async () => {
    const { db, builder, session, listen, person } = await pairingWorld({ heartbeatMs: 5 });
    const { id } = await builder().connect(session);
    const phone = await listen(id, 'phone');
    await phone.next();
    await db.updateTable('user').set({ locked: 1 }).where('id', '=', person.id).execute();
    while (!phone.isOver()) await phone.pull();
    expect(await db.selectFrom('pairing').select('ended').execute()).toEqual([{ ended: 'closed' }]);
  });

  it('leaves a row that a later sweep deletes', async () => {
    const { db, builder, session, call, newSession } = await pairingWorld();
    const { id } = await builder().connect(session);
    await call('DELETE', `/${id}`);
    await builder().start(await newSession());
    const { ended_at: endedAt } = await db
      .selectFrom('pairing')
      .select('ended_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(await createPairingStore(db).removeEndedBefore(endedAt!)).toBe(0);
    expect(await createPairingStore(db).removeEndedBefore(endedAt! + 1)).toBe(1);
    expect(await createPairingStore(db).removeEndedBefore(endedAt! + pairingCodeMs + 1)).toBe(1);
  });
});
