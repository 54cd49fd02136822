import { describe, expect, it, onTestFinished } from 'vitest';
import { pairingMs } from '#api/contract/pairing.ts';
import { minuteMs } from '#api/contract/time.ts';
import { openDb } from '#api/db/open.ts';
import { newId } from '#api/lib/id.ts';
import { buildDomain, buildUser } from '#api/testing/builders.ts';
import { createOlderDatabase } from '#api/testing/older-database.ts';
import { stateReport } from '#api/testing/state-report.ts';
import { quickWorld } from '#api/testing/test-quick.ts';
import { octets, tus } from '#api/testing/test-upload-client.ts';

const battery = { kind: 'battery', charge: 0.5, charging: false };
const from = (n: number) => ({ 'x-forwarded-for': `203.0.${Math.floor(n / 250)}.${1 + (n % 250)}` });

describe('a phone without a sign-in', () => {
  it('joins by a code, waits for the desktop, gets a token, and records', async () => {
    const { builder, session, person, call, guest, state, callsOf, clock } = await quickWorld();
    const started = await builder().start(session);
    const told: unknown[] = [];
    const ask = async (path: string, json: object) => {
      const answer = await guest(path, json);
      told.push(answer.body);
      return answer;
    };
    expect((await ask('/resolve', { code: started.code })).body).toEqual({
      id: started.id,
      session_title: null,
    });
    const joined = await ask(`/${started.id}/activate`, { code: started.code });
    expect(joined).toMatchObject({
      status: 200,
      body: { id: started.id, state: 'waiting', session_id: null, session_title: null },
    });
    const { claim, verification_code: verification } = joined.body as Record<string, string>;
    const tokens = () => ask(`/${started.id}/tokens`, { claim });
    expect(await tokens()).toMatchObject({ status: 409, code: 'pairing.not_connected' });
    const before = JSON.stringify(told);
    for (const secret of [session, 'Visite', person.id, person.email]) expect(before).not.toContain(secret);

    const seen = await call('GET', `/${started.id}`);
    expect(seen.body).toMatchObject({ verification_code: verification, device: null });
    await call('POST', `/${started.id}/confirm`, { json: { verification_code: verification } });
    clock.advance(minuteMs);
    const given = await tokens();
    expect(given).toEqual({
      status: 200,
      code: null,
      body: {
        access_token: expect.stringMatching(/^wlphone_[\w-]{43}$/) as string,
        expires_in: (pairingMs - minuteMs) / 1000,
        user_id: person.id,
        session: { id: session, title: 'Visite', language: 'de' },
      },
    });
    const token = String(given.body['access_token']);
    const phone = callsOf({ ...started, claim: claim!, verification: verification!, token });
    const pairing = await phone.api('GET', `/api/v1/pairings/${started.id}`);
    expect(pairing).toMatchObject({ answer: '200', body: { state: 'connected' } });
    expect((await phone.report(battery)).answer).toBe('204');
    const sound = await phone.sound();
    const path = await phone.upload(session, sound);
    const read = await phone.raw('GET', path);
    expect(Buffer.from(await read.arrayBuffer())).toEqual(sound);
    const asked = await phone.raw('HEAD', path, { headers: tus });
    expect(asked.headers.get('upload-offset')).toBe(String(sound.length));
    expect(await phone.complete(session, sound)).toMatchObject({
      answer: '200',
      body: { status: 'pending' },
    });
    expect(await state(started.id)).toEqual(['expired', 'finished']);
    // Its token is over with the pairing, and says why.
    expect(await phone.api('GET', `/api/v1/pairings/${started.id}`)).toMatchObject({
      answer: '401 auth.token_expired',
      body: { ended: 'finished' },
    });
    expect(await tokens()).toMatchObject({ status: 410, body: { ended: 'finished' } });
  });

  it('is stored without its token', async () => {
    const { db, pair } = await quickWorld();
    const { token, claim } = await pair();
    const stored = JSON.stringify(await db.selectFrom('pairing').selectAll().execute());
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(token.replace('wlphone_', ''));
    expect(stored).not.toContain(claim);
  });

  it('gets the same token until it was used, and none after that', async () => {
    const { guest, pair, callsOf, restart } = await quickWorld();
    const made = await pair();
    const again = async () => guest(`/${made.id}/tokens`, { claim: made.claim });
    expect((await again()).body['access_token']).toBe(made.token);
    restart();
    expect((await again()).body['access_token']).toBe(made.token);
    const phone = callsOf(made);
    expect((await phone.report(battery)).answer).toBe('204');
    expect(await again()).toMatchObject({ status: 403, code: 'pairing.not_this_phone' });
    // A restart of the server changes nothing for a token that is in use.
    restart();
    expect((await phone.report(battery)).answer).toBe('204');
    expect(await again()).toMatchObject({ status: 403, code: 'pairing.not_this_phone' });
  });

  it('learns nothing with another claim, id or person, nor where it has joined with a sign-in', async () => {
    const { db, guest, call, builder, session, newSession } = await quickWorld();
    const quick = await builder().connect(session, { isQuick: true });
    const usual = await builder().connect(await newSession());
    const stranger = await buildUser(db);
    const tries: [string, object][] = [
      [`/${quick.id}/tokens`, { claim: usual.claim }],
      [`/${quick.id}/tokens`, { claim: '' }],
      [`/${quick.id}/tokens`, { claim: quick.claim.toLowerCase() }],
      [`/${newId()}/tokens`, { claim: quick.claim }],
      [`/${usual.id}/tokens`, { claim: usual.claim }],
      [`/${usual.id}/tokens`, { claim: quick.claim }],
    ];
    const bodies = new Set<string>();
    for (const [path, json] of tries) {
      const { status, body } = await guest(path, json);
      const { request_id: _, ...rest } = body;
      bodies.add(`${status} ${JSON.stringify(rest)}`);
    }
    expect([...bodies]).toEqual(['404 {"detail":"There is no such pairing.","code":"pairing.not_found"}']);
    const claim = { json: { claim: quick.claim }, as: stranger };
    expect(await call('POST', `/${quick.id}/tokens`, claim)).toMatchObject({ code: 'pairing.not_found' });
    expect((await guest(`/${quick.id}/tokens`, { claim: quick.claim })).status).toBe(200);
  });

  it.each([
    ['the host lacks the function', { tags: ['pairing'] }],
    ['the host has no pairing', { tags: ['pairing_quick'] }],
    ['another provider signs people in', { isExternal: true }],
  ])('stays outside where %s', async (_, how) => {
    const { db, guest, newSession } = await quickWorld(how);
    const id = newId();
    await newSession();
    for (const [path, json] of [
      ['/resolve', { code: 'AAAAAAAA' }],
      [`/${id}/activate`, { code: 'AAAAAAAA' }],
      [`/${id}/tokens`, { claim: 'x' }],
    ] as const)
      expect([path, await guest(path, json)]).toMatchObject([path, { status: 401, code: 'auth.required' }]);
    expect(await db.selectFrom('pairing').selectAll().execute()).toEqual([]);
  });

  it('stays outside on another host, whose people sign in elsewhere, and with wrong credentials', async () => {
    const { db, guest, builder, session } = await quickWorld();
    await buildDomain(db, { host: 'b.example', tags: '["pairing","pairing_quick"]' });
    const { code } = await builder().start(session);
    const others: Record<string, string>[] = [
      { 'x-forwarded-host': 'b.example' },
      { authorization: 'Bearer x' },
      { authorization: '' },
    ];
    for (const headers of others)
      expect(await guest('/resolve', { code }, headers)).toMatchObject({ code: 'auth.required' });
    expect((await guest('/resolve', { code })).status).toBe(200);
  });

  it('gets to nothing else before it has a token', async () => {
    const { send, builder, session } = await quickWorld();
    const { id, claim, verification } = await builder().join(session, { isQuick: true });
    const calls: [string, string, object | undefined][] = [
      ['GET', `/api/v1/pairings/${id}`, undefined],
      ['DELETE', `/api/v1/pairings/${id}`, undefined],
      ['GET', `/api/v1/pairings/${id}/events?side=phone`, undefined],
      ['POST', `/api/v1/pairings/${id}/events`, { claim, reports: [battery] }],
      ['POST', `/api/v1/pairings/${id}/confirm`, { verification_code: verification }],
      ['POST', '/api/v1/pairings', { session_id: session }],
      ['GET', `/api/v1/sessions/${session}`, undefined],
    ];
    for (const [method, path, json] of calls)
      expect([path, (await send(method, path, { as: null, ...(json ? { json } : {}) })).status]).toEqual([
        path,
        401,
      ]);
  });

  it('shares one code with all other phones: exactly one wins', async () => {
    const { guest, builder, session, call } = await quickWorld();
    const { id, code } = await builder().start(session);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n % 2 === 0
          ? guest(`/${id}/activate`, { code, device: `Telefon ${n}` }, from(n))
          : call('POST', `/${id}/activate`, { json: { code, device: `Telefon ${n}` } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code: error }) => error === 'pairing.code_wrong')).toHaveLength(7);
  });

  it('of somebody who is signed in as another person finds no code of theirs', async () => {
    const { db, call, builder, session } = await quickWorld();
    const stranger = await buildUser(db);
    const { id, code } = await builder().start(session);
    for (const [path, json] of [
      ['/resolve', { code }],
      [`/${id}/activate`, { code }],
    ] as const)
      expect(await call('POST', path, { json, as: stranger })).toMatchObject({ code: 'pairing.code_wrong' });
  });
});

describe('a phone without a sign-in that leaves', () => {
  it('ends its pairing with its claim, before the desktop has confirmed', async () => {
    const { builder, session, guest, state, listen } = await quickWorld();
    const { id, claim } = await builder().join(session, { isQuick: true });
    const leave = (of = claim) => guest(`/${id}/leave`, { claim: of });
    expect(await leave('x'.repeat(43))).toMatchObject({ status: 404, code: 'pairing.not_found' });
    expect(await state(id)).toEqual(['waiting', null]);
    const desktop = await listen(id, 'desktop');
    expect((await leave()).status).toBe(204);
    await desktop.until((event) => event.event === 'pairing' && event.pairing.ended === 'closed');
    // The answer may be lost, so the call may be repeated.
    expect((await leave()).status).toBe(204);
    expect(await state(id)).toEqual(['expired', 'closed']);
  });

  it('ends nothing with the claim alone once the desktop has confirmed', async () => {
    const { builder, session, guest, state } = await quickWorld();
    const { id, claim } = await builder().connect(session, { isQuick: true });
    expect(await guest(`/${id}/leave`, { claim })).toMatchObject({
      status: 409,
      code: 'pairing.not_waiting',
    });
    expect(await state(id)).toEqual(['connected', null]);
  });

  it('does not end the pairing of a phone with a sign-in', async () => {
    const { builder, session, guest, state } = await quickWorld();
    const { id, claim } = await builder().join(session);
    expect(await guest(`/${id}/leave`, { claim })).toMatchObject({ status: 404, code: 'pairing.not_found' });
    expect(await state(id)).toEqual(['waiting', null]);
  });
});

describe('codes without a sign-in', () => {
  it('cannot be guessed from one address, and the right one does not help then', async () => {
    const { guest, builder, session, clock, call } = await quickWorld();
    const { code, id } = await builder().start(session);
    const statuses: number[] = [];
    for (let n = 0; n < 1_000; n += 1) {
      const wrong = `AAAA${1000 + n}`;
      const answer =
        n % 2 === 0
          ? await guest('/resolve', { code: wrong }, from(1))
          : await guest(`/${id}/activate`, { code: wrong }, from(1));
      statuses.push(answer.status);
    }
    const tried = statuses.filter((status) => status === 404).length;
    expect(tried).toBeGreaterThanOrEqual(10);
    expect(tried).toBeLessThanOrEqual(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1_000 - tried);
    const late = await guest('/resolve', { code }, from(1));
    expect(late).toMatchObject({ status: 429, code: 'pairing.too_many' });
    // Another address, and somebody who is signed in, are not held up.
    expect((await guest('/resolve', { code }, from(2))).status).toBe(200);
    expect((await call('POST', '/resolve', { json: { code }, headers: from(1) })).status).toBe(200);
    clock.advance(1_000 * Number(late.body['retry_after_s']));
    expect((await guest('/resolve', { code }, from(1))).status).toBe(200);
  });

  it('cannot be guessed from many addresses either', async () => {
    const { guest, builder, session, call, clock } = await quickWorld();
    const { code } = await builder().start(session);
    const statuses: number[] = [];
    for (let n = 0; n < 1_000; n += 1)
      statuses.push((await guest('/resolve', { code: 'AAAAAAAA' }, from(n))).status);
    const tried = statuses.filter((status) => status === 404).length;
    expect(tried).toBeGreaterThanOrEqual(300);
    expect(tried).toBeLessThanOrEqual(320);
    expect(statuses.at(-1)).toBe(429);
    expect((await call('POST', '/resolve', { json: { code } })).status).toBe(200);
    clock.advance(minuteMs);
    expect((await guest('/resolve', { code }, from(2_000))).status).toBe(200);
  });

  it('that are right cost no tries', async () => {
    const { guest, builder, session } = await quickWorld();
    const { code } = await builder().start(session);
    for (let n = 0; n < 30; n += 1) expect((await guest('/resolve', { code }, from(1))).status).toBe(200);
  });
});

describe('the token of a phone', () => {
  it('holds until a session that the phone has made has its sound, also before an upload to it has begun', async () => {
    const { session, pair, callsOf } = await quickWorld();
    const made = await pair();
    const phone = callsOf(made);
    const second = String((await phone.next(newId())).body['id']);
    for (const [id, pitch] of [
      [session, 300],
      [second, 500],
    ] as const) {
      const sound = await phone.sound(pitch);
      await phone.upload(id, sound);
      expect((await phone.complete(id, sound)).answer).toMatch(/^2/);
    }
    expect(await phone.api('GET', `/api/v1/pairings/${made.id}`)).toMatchObject({
      answer: '401 auth.token_expired',
      body: { ended: 'finished' },
    });
  });

  it('names an upload by the path alone, whatever stands in the query', async () => {
    const { db, session, newSession, pair, callsOf } = await quickWorld();
    const second = await newSession();
    const [phone, other] = [callsOf(await pair()), callsOf(await pair(second))];
    const own = await phone.upload(session, await phone.sound());
    const theirs = await other.upload(second, await phone.sound());
    const idOf = (path: string) => path.split('/').at(-1) ?? '';
    const left = async () => (await db.selectFrom('upload').select('id').execute()).map(({ id }) => id);
    expect(await left()).toHaveLength(2);
    const { status } = await phone.raw('DELETE', `${own}?/${idOf(theirs)}`, { headers: tus });
    expect(status).toBe(204);
    expect(await left()).toEqual([idOf(theirs)]);
  });

  it('opens nothing of another pairing, session or upload of the same person', async () => {
    const { db, send, session, newSession, pair, callsOf, builder, report } = await quickWorld();
    const phone = callsOf(await pair());
    const other = await newSession();
    const apart = await builder().connect(other);
    const otherPhone = callsOf(await pair(await newSession()));
    const sound = await phone.sound();
    const theirs = await otherPhone.upload(
      String((await otherPhone.next(newId())).body['id']),
      await phone.sound(),
    );
    // The person has an upload in the session of the pairing, which this phone has not begun.
    const metadata = phone.metadataOf(session);
    const own = await send('POST', '/api/v1/uploads', {
      headers: { ...phone.began, 'upload-metadata': metadata },
    });
    const desktopUpload = own.headers.get('location') ?? '';
    const form = new FormData();
    form.set('metadata', JSON.stringify({ duration: 1 }));
    const json = { notes: { text: 'x', base: 0 } };
    const head = { headers: tus };
    const part = { ...tus, ...octets, 'upload-offset': '0' };
    const begin = { headers: { ...phone.began, 'upload-metadata': phone.metadataOf(other) } };
    const battered = { json: { claim: apart.claim, reports: [battery] } };
    const taking = { json: { claim: apart.claim } };
    const take = `/api/v1/pairings/${apart.id}/commands/${newId()}/take`;
    const before = JSON.stringify(await db.selectFrom('upload').selectAll().execute());
    for (const [method, path, sending, answer] of [
      ['POST', '/api/v1/uploads', begin, '404 session.not_found'],
      ['POST', `/api/v1/sessions/${other}/recording-complete`, { body: form }, '404 session.not_found'],
      ['PATCH', `/api/v1/sessions/${other}`, { json }, '404 session.not_found'],
      ['GET', `/api/v1/pairings/${apart.id}`, {}, '404 pairing.not_found'],
      ['DELETE', `/api/v1/pairings/${apart.id}`, {}, '404 pairing.not_found'],
      ['GET', `/api/v1/pairings/${apart.id}/events?side=phone`, {}, '404 pairing.not_found'],
      ['POST', `/api/v1/pairings/${apart.id}/events`, battered, '404 pairing.not_found'],
      ['POST', take, taking, '404 pairing.not_found'],
      ...[theirs, desktopUpload].flatMap(
        (upload) =>
          [
            ['GET', upload, {}, '404 upload.not_found'],
            ['HEAD', upload, head, '404'],
            ['DELETE', upload, head, '404 upload.not_found'],
            ['PATCH', upload, { headers: part, body: new Uint8Array(sound) }, '404 upload.not_found'],
          ] as const,
      ),
    ] as const)
      expect([method, path, (await phone.api(method, path, sending)).answer]).toEqual([method, path, answer]);
    expect(JSON.stringify(await db.selectFrom('upload').selectAll().execute())).toBe(before);
    expect((await report(apart.id, apart.claim, battery)).status).toBe(204);
  });

  it('lets the phone neither command nor listen as the desktop', async () => {
    const { pair, callsOf } = await quickWorld();
    const made = await pair();
    const phone = callsOf(made);
    const events = `/api/v1/pairings/${made.id}/events`;
    const command = { json: { command: 'start', id: newId() } };
    const json = { headers: { accept: 'application/json' } };
    expect((await phone.api('POST', events, command)).answer).toBe('403 auth.forbidden');
    expect((await phone.api('GET', `${events}?side=desktop`, json)).answer).toBe('403 auth.forbidden');
    const heard = await phone.api('GET', `${events}?side=phone`, json);
    expect(heard.answer).toBe('200');
    expect(heard.body['events']).toContainEqual({
      event: 'presence',
      side: 'desktop',
      is_there: false,
      away_ms: 0,
    });
  });

  it('takes commands of the desktop, and the phone may end its pairing', async () => {
    const { pair, callsOf, call, state } = await quickWorld();
    const made = await pair();
    const phone = callsOf(made);
    const command = newId();
    await call('POST', `/${made.id}/events`, { json: { command: 'start', id: command } });
    const take = `/api/v1/pairings/${made.id}/commands/${command}/take`;
    const taken = await phone.api('POST', take, { json: { claim: made.claim } });
    expect(taken.body).toMatchObject({ answer: 'go' });
    expect((await phone.api('DELETE', `/api/v1/pairings/${made.id}`)).answer).toBe('204');
    expect(await state(made.id)).toEqual(['expired', 'closed']);
  });

  it.each([
    ['time', 'expired'],
    ['closed', 'closed by the desktop'],
    ['closed', 'of a person who is locked'],
    ['replaced', 'replaced'],
  ])('ends with the pairing, here: %s, %s', async (ended, how) => {
    const { db, pair, callsOf, clock, call, person, session } = await quickWorld();
    const made = await pair();
    const phone = callsOf(made);
    clock.advance(pairingMs - 1);
    expect((await phone.report(battery)).answer).toBe('204');
    if (how === 'expired') clock.advance(1);
    if (how.includes('desktop')) await call('DELETE', `/${made.id}`);
    if (how.includes('locked'))
      await db.updateTable('user').set({ locked: 1 }).where('id', '=', person.id).execute();
    if (how === 'replaced') await call('POST', '', { json: { session_id: session, replace: true } });
    for (const path of [`/api/v1/pairings/${made.id}`, '/api/v1/sessions', '/api/v1/uploads/x'])
      expect(await phone.api('GET', path)).toMatchObject({
        answer: '401 auth.token_expired',
        body: { ended },
      });
  });

  it('is worth nothing on another host, changed, or before it was given', async () => {
    const { db, pair, callsOf, builder, newSession } = await quickWorld();
    await buildDomain(db, { host: 'b.example', tags: '["pairing","pairing_quick"]' });
    const made = await pair();
    const path = `/api/v1/pairings/${made.id}`;
    const elsewhere = { headers: { 'x-forwarded-host': 'b.example' } };
    expect((await callsOf(made).api('GET', path, elsewhere)).answer).toBe('401 auth.required');
    for (const token of [`${made.token}x`, 'wlphone_', `wlphone_${made.claim}`])
      expect((await callsOf({ ...made, token }).api('GET', path)).answer).toBe('401 auth.required');
    // None of these was a use of the token.
    const unused = await db.selectFrom('pairing').select('token_used_at').execute();
    expect(unused).toEqual([{ token_used_at: null }]);
    const joined = await builder().connect(await newSession(), { isQuick: true });
    expect((await callsOf({ ...joined, token: 'wlphone_x' }).report(battery)).answer).toBe(
      '401 auth.required',
    );
    expect((await callsOf(made).report(battery)).answer).toBe('204');
  });

  it('goes on when the desktop signs out', async () => {
    const { db, pair, callsOf } = await quickWorld();
    const made = await pair();
    await db.updateTable('pairing').set({ desktop_sign_in: 'desk' }).execute();
    // The sign-in of the desktop is not there any more.
    expect((await callsOf(made).report(battery)).answer).toBe('204');
  });

  it('goes on where the host switches the function off, because a recording is always taken', async () => {
    const { db, pair, callsOf, session } = await quickWorld();
    const phone = callsOf(await pair());
    await db.updateTable('domain').set({ tags: '[]' }).execute();
    const sound = await phone.sound();
    await phone.upload(session, sound);
    expect((await phone.complete(session, sound)).answer).toBe('200');
  });
});

describe('the session into which a phone without a sign-in goes on recording', () => {
  const settings = { options: ['summary'], boost: true };
  const details = {
    participants: 3,
    fhir_patient_id: 'P-7',
    settings: JSON.stringify(settings),
    follow_ups: '["summary"]',
    integration_info: '{"source":"klinik"}',
  };

  it('is made from that of the pairing, whatever the phone says, and tells nothing of it', async () => {
    const { db, pair, callsOf, session, person } = await quickWorld();
    await db.updateTable('session').set(details).where('id', '=', session).execute();
    const phone = callsOf(await pair());
    const key = newId();
    const made = await phone.next(key);
    expect(made).toEqual({
      answer: '201',
      text: expect.any(String) as string,
      body: { id: expect.any(String) as string, title: 'Visite (2)', language: 'de' },
    });
    // The same key gets the same session, also when the answer was lost and the body is another one.
    for (const body of [{ session: { title: 'Anders' } }, { nonsense: true }])
      expect((await phone.next(key, body)).body).toEqual(made.body);
    const rows = await db.selectFrom('session').selectAll().where('id', '<>', session).execute();
    expect(rows).toMatchObject([
      { ...details, user_id: person.id, title: 'Visite (2)', language: 'de', notes: '', status: 'new' },
    ]);
    expect((await phone.next(newId())).body['title']).toBe('Visite (3)');
    for (const secret of ['P-7', 'klinik', 'summary']) expect(made.text).not.toContain(secret);
  });

  it('can be recorded into, and the pairing ends when all is complete, in any order', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const { pair, callsOf, session, state } = await quickWorld();
      const made = await pair();
      const phone = callsOf(made);
      const sounds = [await phone.sound(200), await phone.sound(300)];
      await phone.upload(session, sounds[0]!);
      const second = String((await phone.next(newId())).body['id']);
      await phone.upload(second, sounds[1]!);
      expect((await phone.report(stateReport(second, 'unsent'))).answer).toBe('204');
      const ids = [session, second];
      const [first, last] = order.map((n) => () => phone.complete(ids[n]!, sounds[n]!));
      expect((await first!()).answer).toBe('200');
      expect(await state(made.id)).toEqual(['connected', null]);
      expect((await phone.report(battery)).answer).toBe('204');
      expect((await last!()).answer).toBe('200');
      expect(await state(made.id)).toEqual(['expired', 'finished']);
    }
  });

  it('does not end the pairing before the first one has come, if that was begun without a network', async () => {
    const { pair, callsOf, session, state } = await quickWorld();
    const made = await pair();
    const phone = callsOf(made);
    const [first, then] = [await phone.sound(200), await phone.sound(300)];
    const second = String((await phone.next(newId())).body['id']);
    await phone.report(stateReport(second, 'unsent'));
    await phone.upload(second, then);
    await phone.complete(second, then);
    expect(await state(made.id)).toEqual(['connected', null]);
    await phone.upload(session, first);
    await phone.complete(session, first);
    expect(await state(made.id)).toEqual(['expired', 'finished']);
  });

  it('is none that the phone only names in a report', async () => {
    const { db, pair, callsOf, newSession } = await quickWorld();
    const made = await pair();
    const other = await newSession();
    expect((await callsOf(made).report(stateReport(other))).answer).toBe('204');
    const [row] = await db.selectFrom('pairing').select('recording_id').execute();
    expect(row).toEqual({ recording_id: null });
  });

  it('learns that its recording was adopted while it goes on in another session', async () => {
    const { pair, callsOf, session, send } = await quickWorld();
    const phone = callsOf(await pair());
    const sound = await phone.sound(200);
    const path = await phone.upload(session, sound);
    const second = String((await phone.next(newId())).body['id']);
    await phone.upload(second, await phone.sound(300));
    expect((await send('POST', `${path}/adopt`, { json: { force: true } })).status).toBe(200);
    const asked = await phone.raw('HEAD', path, { headers: tus });
    expect(asked.status).toBe(410);
    expect(JSON.parse(asked.headers.get('upload-adopted') ?? '{}')).toMatchObject({ session_id: session });
  });

  it('goes with its session, and an upload stays when the row of the pairing goes', async () => {
    const { db, pair, callsOf, session, send } = await quickWorld();
    const phone = callsOf(await pair());
    await phone.upload(session, await phone.sound());
    const second = String((await phone.next(newId())).body['id']);
    expect((await send('DELETE', `/api/v1/sessions/${second}`)).status).toBe(204);
    expect(await db.selectFrom('phone_session').selectAll().execute()).toEqual([]);
    await db.deleteFrom('pairing').execute();
    const uploads = await db.selectFrom('upload').select(['session_id', 'pairing_id']).execute();
    expect(uploads).toEqual([{ session_id: session, pairing_id: null }]);
  });
});

describe('notes of a phone without a sign-in', () => {
  it('come beside those that are there, which it never reads', async () => {
    const { db, pair, callsOf, session } = await quickWorld();
    const notes = 'Geheim: der Befund';
    await db.updateTable('session').set({ notes, notes_rev: 4 }).where('id', '=', session).execute();
    const phone = callsOf(await pair());
    const write = (text: string, base = 0) =>
      phone.api('PATCH', `/api/v1/sessions/${session}`, { json: { notes: { text, base } } });
    const stored = async () =>
      (await db.selectFrom('session').select('notes').where('id', '=', session).executeTakeFirstOrThrow())
        .notes;
    const answers = [await write('vom Telefon')];
    expect(answers[0]).toMatchObject({ answer: '200', body: { notes: { rev: 5 } } });
    expect(await stored()).toBe(`${notes}\n\nvom Telefon`);
    // The same once more changes nothing. What follows replaces its own part only, whatever revision it states.
    answers.push(await write('vom Telefon'), await write('vom Telefon, mehr', 99));
    expect(await stored()).toBe(`${notes}\n\nvom Telefon, mehr`);
    await db.updateTable('session').set({ notes: 'neu geschrieben' }).where('id', '=', session).execute();
    answers.push(await write('zuletzt'), await write(''));
    expect(await stored()).toBe('neu geschrieben');
    const told = answers.map(({ text }) => text).join();
    for (const secret of ['Geheim', 'neu', session]) expect(told).not.toContain(secret);
    expect(answers.map(({ body }) => Object.keys(body))).toEqual(answers.map(() => ['notes']));
  });

  it('are all that it may change of a session', async () => {
    const { db, pair, callsOf, session } = await quickWorld();
    const phone = callsOf(await pair());
    const before = await db.selectFrom('session').selectAll().execute();
    for (const json of [
      { title: 'Anders' },
      { title: 'Anders', notes: { text: 'x', base: 0 } },
      { settings: {} },
      {},
    ])
      expect((await phone.api('PATCH', `/api/v1/sessions/${session}`, { json })).answer).toBe(
        '403 auth.forbidden',
      );
    expect(await db.selectFrom('session').selectAll().execute()).toEqual(before);
  });

  it('are no longer than notes may be', async () => {
    const { db, pair, callsOf, session } = await quickWorld();
    const notes = 'x'.repeat(199_999);
    await db.updateTable('session').set({ notes }).where('id', '=', session).execute();
    const json = { notes: { text: 'zu viel', base: 0 } };
    const answer = await callsOf(await pair()).api('PATCH', `/api/v1/sessions/${session}`, { json });
    expect(answer.answer).toBe('400 request.invalid');
    expect(answer.text).not.toContain('xxx');
    expect(await db.selectFrom('phone_session').selectAll().execute()).toEqual([]);
  });
});

it('pairings and uploads from before phones could join without a sign-in are none of such phones', async () => {
  const path = await createOlderDatabase(
    '0023',
    'new',
    `insert into pairing (id, host, user_id, session_id, state, created_at, expires_at)
    values ('p', 'localhost', 'u', 's', 'connected', 0, 0);
    insert into upload (id, host, user_id, session_id, file_name, file_type, offset, created_at, touched_at)
    values ('r', 'localhost', 'u', 's', 'r.mp3', '', 0, 0, 0);`,
  );
  const db = openDb(path);
  onTestFinished(() => db.destroy());
  const pairings = await db
    .selectFrom('pairing')
    .select(['is_quick', 'token_hash', 'token_used_at'])
    .execute();
  expect(pairings).toEqual([{ is_quick: 0, token_hash: null, token_used_at: null }]);
  expect(await db.selectFrom('upload').select('pairing_id').execute()).toEqual([{ pairing_id: null }]);
});
