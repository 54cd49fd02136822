import { describe, expect, it } from 'vitest';
import { pairingCodeMs, pairingMs } from '#api/contract/pairing.ts';
import { dayMs, minuteMs } from '#api/contract/time.ts';
import { newId } from '#api/lib/id.ts';
import { newSecret } from '#api/lib/secret-text.ts';
import { buildUser } from '#api/testing/builders.ts';
import { quickWorld, type QuickPhone, type QuickWorld } from '#api/testing/test-quick.ts';
import { tus } from '#api/testing/test-upload-client.ts';

const battery = { kind: 'battery', charge: 0.5, charging: false };
const over = (ended: string) => ({ answer: '401 auth.token_expired', body: { ended } });

describe('a phone without a sign-in that does not get the answer to its completion', () => {
  /** A phone whose recording is complete, which has ended its pairing. */
  async function sent(world: QuickWorld) {
    const made = await world.pair();
    const phone = world.callsOf(made);
    const sound = await phone.sound();
    const path = await phone.upload(world.session, sound);
    const answered = await phone.complete(world.session, sound);
    expect(await world.state(made.id)).toEqual(['expired', 'finished']);
    return { made, phone, sound, path, answered };
  }

  it('gets it again for a while, also after a restart', async () => {
    const world = await quickWorld();
    const { phone, sound, answered } = await sent(world);
    expect(answered).toMatchObject({ answer: '200', body: { status: 'pending' } });
    world.clock.advance(pairingMs - 1);
    world.restart();
    const again = await phone.complete(world.session, sound);
    expect([again.answer, again.body]).toEqual([answered.answer, answered.body]);
    const jobs = await world.db.selectFrom('job').select('id').execute();
    expect(jobs).toHaveLength(1);
    world.clock.advance(1);
    expect(await phone.complete(world.session, sound)).toMatchObject(over('finished'));
  });

  it('is told that the server has another recording', async () => {
    const world = await quickWorld();
    const { phone } = await sent(world);
    const { answer } = await phone.complete(world.session, await phone.sound(700));
    expect(answer).toBe('409 recording.digest_mismatch');
  });

  it('learns it too where it asks for its upload and begins it anew, which leaves nothing', async () => {
    const world = await quickWorld();
    const { phone, path } = await sent(world);
    expect((await phone.raw('HEAD', path, { headers: tus })).status).toBe(404);
    const begin = { headers: { ...phone.began, 'upload-metadata': phone.metadataOf(world.session) } };
    expect((await phone.api('POST', '/api/v1/uploads', begin)).answer).toBe('409 upload.already_complete');
    expect(await world.db.selectFrom('upload').selectAll().execute()).toEqual([]);
  });

  it('gets to nothing else', async () => {
    const world = await quickWorld();
    const { made, phone, sound, path } = await sent(world);
    const other = await world.newSession();
    expect((await phone.complete(other, sound)).answer).toBe('404 session.not_found');
    const begin = { headers: { ...phone.began, 'upload-metadata': phone.metadataOf(other) } };
    expect((await phone.api('POST', '/api/v1/uploads', begin)).answer).toBe('404 session.not_found');
    const notes = { json: { notes: { text: 'x', base: 0 } } };
    for (const [method, address, sending] of [
      ['GET', path, {}],
      ['DELETE', path, { headers: tus }],
      ['PATCH', `/api/v1/sessions/${world.session}`, notes],
      ['GET', `/api/v1/sessions/${world.session}`, {}],
      ['POST', '/api/v1/sessions', { json: {} }],
      ['GET', `/api/v1/pairings/${made.id}`, {}],
      ['POST', `/api/v1/pairings/${made.id}/events`, { json: { claim: made.claim, reports: [battery] } }],
    ] as const)
      expect([method, address, await phone.api(method, address, sending)]).toMatchObject([
        method,
        address,
        over('finished'),
      ]);
  });

  it('gets nothing once the person is locked', async () => {
    const world = await quickWorld();
    const { phone, sound } = await sent(world);
    await world.db.updateTable('user').set({ locked: 1 }).execute();
    expect(await phone.complete(world.session, sound)).toMatchObject(over('finished'));
  });

  it.each(['closed', 'replaced'])(
    'gets nothing where the pairing has ended otherwise, here: %s',
    async (ended) => {
      const world = await quickWorld();
      const phone = world.callsOf(await world.pair());
      const sound = await phone.sound();
      const path = await phone.upload(world.session, sound);
      await world.db
        .updateTable('pairing')
        .set({ ended: ended as 'closed', ended_at: world.clock.now() })
        .execute();
      expect(await phone.complete(world.session, sound)).toMatchObject(over(ended));
      expect((await phone.raw('HEAD', path, { headers: tus })).status).toBe(401);
      const begin = { headers: { ...phone.began, 'upload-metadata': phone.metadataOf(world.session) } };
      expect(await phone.api('POST', '/api/v1/uploads', begin)).toMatchObject(over(ended));
    },
  );
});

describe('a phone without a sign-in whose session is deleted', () => {
  const remove = async ({ send }: QuickWorld, session: string) =>
    expect((await send('DELETE', `/api/v1/sessions/${session}`)).status).toBe(204);
  const look = ({ callsOf }: QuickWorld, made: QuickPhone) =>
    callsOf(made).api('GET', `/api/v1/pairings/${made.id}`);

  it('learns that its pairing was closed by that, also after a restart, and what was stored of it goes', async () => {
    const world = await quickWorld();
    const made = await world.pair();
    await remove(world, world.session);
    expect(await world.db.selectFrom('pairing').selectAll().execute()).toEqual([]);
    expect(await look(world, made)).toMatchObject(over('closed'));
    world.restart();
    expect(await look(world, made)).toMatchObject(over('closed'));
    const stored = JSON.stringify(await world.db.selectFrom('gone_phone_token').selectAll().execute());
    for (const secret of [made.token, made.claim, world.session, world.person.id])
      expect(stored).not.toContain(secret);
    // What no token was is still none.
    expect((await look(world, { ...made, token: `wlphone_${made.claim}` })).answer).toBe('401 auth.required');
    const elsewhere = { headers: { 'x-forwarded-host': 'b.example' } };
    const path = `/api/v1/pairings/${made.id}`;
    expect((await world.callsOf(made).api('GET', path, elsewhere)).answer).toBe('401 auth.required');
    world.clock.advance(dayMs);
    await world.deps.pairings.removeEndedBefore(world.clock.now() - dayMs + 1);
    expect(await world.db.selectFrom('gone_phone_token').selectAll().execute()).toEqual([]);
    expect((await look(world, made)).answer).toBe('401 auth.required');
  });

  it('learns why it had ended before', async () => {
    const world = await quickWorld();
    const made = await world.pair();
    const sound = await world.callsOf(made).sound();
    await world.callsOf(made).upload(world.session, sound);
    await world.callsOf(made).complete(world.session, sound);
    await remove(world, world.session);
    expect(await look(world, made)).toMatchObject(over('finished'));
    expect(await world.callsOf(made).complete(world.session, sound)).toMatchObject(over('finished'));
  });
});

describe('a phone that does not get the answer to its joining', () => {
  /** Calls of a phone that joins with a claim of its own, in the name of the person or without a sign-in. */
  async function joining(isQuick: boolean) {
    const world = await quickWorld();
    const started = await world.builder().start(world.session);
    const claim = newSecret();
    const send = (path: string, json: object, headers: Record<string, string> = {}) =>
      isQuick ? world.guest(path, json, headers) : world.call('POST', path, { json, headers });
    const activate = (change: object = {}, headers: Record<string, string> = {}) =>
      send(`/${started.id}/activate`, { code: started.code, claim, ...change }, headers);
    const confirm = (verification: unknown) =>
      world.call('POST', `/${started.id}/confirm`, { json: { verification_code: verification } });
    return { ...world, ...started, claim, send, activate, confirm };
  }
  const both = [
    ['without a sign-in', true],
    ['of a person', false],
  ] as const;

  it.each(both)('%s gets it again until the pairing is over', async (_, isQuick) => {
    const { activate, confirm, claim, clock, restart, call, id, db } = await joining(isQuick);
    const first = await activate();
    expect(first).toMatchObject({ status: 200, body: { claim, state: 'waiting' } });
    expect(first.body['session_title']).toBe(isQuick ? null : 'Visite');
    restart();
    expect(await activate()).toEqual(first);
    await confirm(first.body['verification_code']);
    // The code itself has expired long ago.
    clock.advance(2 * pairingCodeMs);
    const connected = await activate();
    expect(connected).toMatchObject({
      status: 200,
      body: { claim, state: 'connected', verification_code: null },
    });
    expect(Object.keys(connected.body)).toEqual(Object.keys(first.body));
    expect(connected.body['session_id']).toEqual(first.body['session_id']);
    await call('DELETE', `/${id}`);
    expect(await activate()).toMatchObject({ status: 404, code: 'pairing.code_wrong' });
    // Nothing is left of the code.
    expect(await db.selectFrom('pairing').select('code_hash').execute()).toEqual([{ code_hash: null }]);
  });

  it.each(both)('%s gets nothing once the code has expired unconfirmed', async (_, isQuick) => {
    const { activate, clock, state, id } = await joining(isQuick);
    await activate();
    clock.advance(pairingCodeMs);
    expect((await activate()).code).toBe('pairing.code_wrong');
    expect(await state(id)).toEqual(['expired', 'time']);
  });

  it.each(both)('%s is one phone, also where its calls come at the same time', async (_, isQuick) => {
    const { activate } = await joining(isQuick);
    const answers = await Promise.all(Array.from({ length: 6 }, () => activate()));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body['verification_code'])).size).toBe(1);
  });

  it.each(both)(
    '%s gets the same as for a wrong code with another claim, without one, or another code',
    async (_, isQuick) => {
      const { activate, send, id, code, newSession, builder } = await joining(isQuick);
      const other = await builder().start(await newSession());
      expect((await activate()).status).toBe(200);
      const wrongCode = code === 'AAAAAAAA' ? 'BBBBBBBB' : 'AAAAAAAA';
      const answers = [
        await activate({ code: wrongCode }),
        await activate({ code: other.code }),
        await activate({ claim: newSecret() }),
        await send(`/${id}/activate`, { code }),
        await send(`/${newId()}/activate`, { code, claim: newSecret() }),
      ];
      const bodies = answers.map(({ status, body: { request_id: _id, ...body } }) =>
        JSON.stringify([status, body]),
      );
      expect(new Set(bodies).size).toBe(1);
      expect(bodies[0]).toContain('pairing.code_wrong');
    },
  );

  it('finds nothing that another person has joined, nor without the sign-in', async () => {
    const { db, activate, guest, id, code, claim, call } = await joining(false);
    expect((await activate()).status).toBe(200);
    const json = { code, claim };
    expect((await guest(`/${id}/activate`, json)).code).toBe('pairing.code_wrong');
    const as = await buildUser(db);
    expect((await call('POST', `/${id}/activate`, { json, as })).code).toBe('pairing.code_wrong');
  });

  it('spends no guesses, and is not held up by those of others at its address', async () => {
    const { activate, guest } = await joining(true);
    const from = { 'x-forwarded-for': '203.0.113.7' };
    for (let n = 0; n < 40; n += 1) expect((await activate({}, from)).status).toBe(200);
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1)
      statuses.push((await guest('/resolve', { code: `AAAA${1000 + n}` }, from)).status);
    // All free guesses of the address were left.
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 404));
    expect(statuses.at(-1)).toBe(429);
    expect((await activate({}, from)).status).toBe(200);
    // A call with another claim is a guess.
    expect((await activate({ claim: newSecret() }, from)).status).toBe(429);
  });

  it('gets its token with that claim, which is stored as a hash alone', async () => {
    const { activate, confirm, guest, id, claim, db } = await joining(true);
    await confirm((await activate()).body['verification_code']);
    expect((await guest(`/${id}/tokens`, { claim })).status).toBe(200);
    expect(JSON.stringify(await db.selectFrom('pairing').selectAll().execute())).not.toContain(claim);
  });

  it.each(['', 'x', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}+`, `${'A'.repeat(42)}ä`, 7, null])(
    'is refused with a claim that has not 256 bits: %j',
    async (claim) => {
      const { activate, db } = await joining(true);
      expect(await activate({ claim })).toMatchObject({ status: 400, code: 'request.invalid' });
      expect(await db.selectFrom('pairing').select('state').execute()).toEqual([{ state: 'preparing' }]);
    },
  );

  it('cannot repeat the call without a claim of its own: the code is deleted', async () => {
    const { guest, id, code, db, clock } = await joining(true);
    const json = { code };
    const first = await guest(`/${id}/activate`, json);
    expect(first.body['claim']).toMatch(/^[\w-]{43}$/);
    expect(await db.selectFrom('pairing').select('code_hash').execute()).toEqual([{ code_hash: null }]);
    clock.advance(minuteMs);
    for (const again of [json, { ...json, claim: first.body['claim'] }])
      expect((await guest(`/${id}/activate`, again)).code).toBe('pairing.code_wrong');
  });
});
