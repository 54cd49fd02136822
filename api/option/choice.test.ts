import { describe, expect, it } from 'vitest';
import type { ErrorBody } from '#api/contract/error-body.ts';
import { createQueue } from '#api/jobs/sqlite-queue.ts';
import { silentLog } from '#api/lib/log.ts';
import { createOptionStore } from '#api/option/option.store.ts';
import { buildDialogue } from '#api/testing/build-transcript.ts';
import { buildSession, buildUser, ownerOf, testHost, type UserRow } from '#api/testing/builders.ts';
import { buildRoles, optionsByRole } from '#api/testing/build-roles.ts';
import { testApp } from '#api/testing/test-app.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testDb } from '#api/testing/test-db.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';
import { processJobName } from '#api/processing/process-queue.ts';

const draft = { title: 'Visite', language: 'de' };

async function setUp({ hasRoles = true } = {}) {
  const db = testDb();
  const clock = testClock();
  const idle = { name: processJobName, maxAttempts: 1, retryDelaysMs: [], run: async () => {} };
  const queue = createQueue({ db, clock, log: silentLog(), handlers: [idle], slots: 1 });
  const tested = await testApp({ db, queue });
  const { app, bearer, deps } = tested;
  const transcripts = createTranscriptStore(db, clock);
  if (hasRoles) await buildRoles(db);
  const person = (fields: Partial<UserRow>) => buildUser(db, { roles: '["doctor","nurse"]', ...fields });
  const call = (user: UserRow, method: string, path: string, json?: object, headers = {}) =>
    app.request(`/api/v1${path}`, {
      method,
      headers: { ...bearer(user), 'content-type': 'application/json', ...headers },
      ...(json ? { body: JSON.stringify(json) } : {}),
    });
  const offered = async (user: UserRow) => {
    const answer = await call(user, 'GET', '/ai-processing-options');
    return ((await answer.json()) as { options: { label: string }[] }).options.map(({ label }) => label);
  };
  const create = (user: UserRow, settings: object, headers = {}) =>
    call(user, 'POST', '/sessions', { session: { ...draft, settings } }, headers);
  const created = async (user: UserRow, settings: object = {}) =>
    ((await (await create(user, settings)).json()) as { id: string }).id;
  const choose = (user: UserRow, role: string | null) =>
    db.updateTable('user').set({ role }).where('id', '=', user.id).execute();
  /** Labels of the results that follow on the transcript of a session. */
  const follows = async (user: UserRow, id: string) =>
    (await deps.asks.chosen((await deps.sessions.find(ownerOf(user), id))!)).map(({ label }) => label);
  /** Stores a session with a transcript. */
  const withTranscript = async (user: UserRow) => {
    const { id } = await buildSession(db, ownerOf(user), { status: 'completed' });
    const version = await transcripts.begin(id, 'test', 'de');
    await transcripts.putSegments(id, version, 0, buildDialogue(['Guten Tag.']).segments);
    await transcripts.finish(id, version);
    return id;
  };
  const refusal = async (answer: Response) => {
    const { code, errors = [] } = (await answer.json()) as ErrorBody;
    return { status: answer.status, code, paths: errors.map(({ path }) => path) };
  };
  return { ...tested, person, call, offered, create, created, choose, follows, withTranscript, refusal };
}

describe('Options that are offered', () => {
  it.each([
    ['the role that is chosen', 'doctor', ['for_all', 'for_doctors', 'for_doctors_too']],
    ['another role that is chosen', 'nurse', ['for_all', 'for_doctors_too']],
    ['the default role if none is chosen', null, ['for_all', 'for_clerks']],
    ['the default role if the chosen one is not held', 'surgeon', ['for_all', 'for_clerks']],
  ])('are those of %s, and those for everybody', async (_, role, labels) => {
    const { person, offered } = await setUp();
    expect(await offered(await person({ role }))).toEqual(labels);
  });

  it('are only those for everybody where the host has no roles, whatever a person chose before', async () => {
    const { db, person, offered } = await setUp();
    const user = await person({ role: 'doctor' });
    await db.updateTable('domain').set({ tags: null }).execute();
    expect(await offered(user)).toEqual(['for_all']);
  });
});

describe('A result that a person asks for', () => {
  it.each([
    ['doctor', 'for_doctors', 200, undefined],
    ['doctor', 'for_clerks', 400, 'processing.option_unknown'],
    ['nurse', 'for_doctors', 400, 'processing.option_unknown'],
    [null, 'for_clerks', 200, undefined],
    [null, 'for_doctors', 400, 'processing.option_unknown'],
  ])('in the role %s: %s is answered %i', async (role, label, status, code) => {
    const { person, call, withTranscript, refusal } = await setUp();
    const user = await person({ role });
    const id = await withTranscript(user);
    const answer = await call(user, 'POST', `/sessions/${id}/process`, { options: [label] });
    expect(await refusal(answer)).toMatchObject({ status, code });
  });

  it('is refused as a prompt of its own where the role has none', async () => {
    const { db, person, call, choose, withTranscript, refusal } = await setUp();
    const user = await person({});
    await db
      .insertInto('processing_option')
      .values({
        host: testHost,
        label: 'custom',
        names: '{}',
        enabled_by_default: 0,
        form: 'prompt',
        target: null,
        prompt: '',
        roles: '["doctor"]',
        rev: 1,
      })
      .execute();
    const id = await withTranscript(user);
    const ask = () =>
      call(user, 'POST', `/sessions/${id}/process`, { options: ['custom'], user_process_data: 'Why?' });
    expect(await refusal(await ask())).toMatchObject({ status: 400, code: 'processing.option_unknown' });
    await choose(user, 'doctor');
    // The test server has no language model, which is the next thing that is checked.
    expect(await refusal(await ask())).toMatchObject({ code: 'processing.model_missing' });
  });
});

describe('What follows on the transcript of a session', () => {
  it('is decided by the role at its creation: a later change of the role changes nothing', async () => {
    const { person, created, follows, choose } = await setUp();
    const user = await person({ role: 'doctor' });
    const id = await created(user);
    expect(await follows(user, id)).toEqual(['for_all', 'for_doctors']);
    await choose(user, null);
    expect(await follows(user, id)).toEqual(['for_all', 'for_doctors']);
    expect(await follows(user, await created(user))).toEqual(['for_all', 'for_clerks']);
  });

  it('is what the person chose from the options of the role, also nothing at all', async () => {
    const { person, created, follows, choose } = await setUp();
    const user = await person({ role: 'doctor' });
    const chosen = await created(user, { options: ['for_doctors_too', 'for_all', 'for_all'] });
    const none = await created(user, { options: [] });
    await choose(user, 'clerk');
    expect(await follows(user, chosen)).toEqual(['for_doctors_too', 'for_all']);
    expect(await follows(user, none)).toEqual([]);
  });

  it('is never what the role does not have: the creation is refused and names the wrong options', async () => {
    const { db, person, create, refusal } = await setUp();
    const user = await person({ role: 'nurse' });
    expect(
      await refusal(await create(user, { options: ['for_all', 'for_doctors', 7, 'none_such'] })),
    ).toEqual({
      status: 400,
      code: 'processing.option_unknown',
      paths: ['session.settings.options.1', 'session.settings.options.2', 'session.settings.options.3'],
    });
    expect(await db.selectFrom('session').selectAll().execute()).toEqual([]);
  });

  it('does not disturb the repetition of a creation after the role has changed', async () => {
    const { person, create, choose, refusal } = await setUp();
    const user = await person({ role: 'doctor' });
    const key = { 'idempotency-key': crypto.randomUUID() };
    const settings = { options: ['for_doctors'] };
    const first = (await (await create(user, settings, key)).json()) as { id: string };
    await choose(user, 'nurse');
    const again = await create(user, settings, key);
    expect([again.status, ((await again.json()) as { id: string }).id]).toEqual([201, first.id]);
    expect(await refusal(await create(user, { options: ['for_clerks'] }, key))).toMatchObject({
      status: 409,
      code: 'session.key_reused',
    });
  });

  it('loses an option that the host does not have any more, and one that nothing can make', async () => {
    const { db, person, created, follows } = await setUp();
    const user = await person({ role: 'doctor' });
    const id = await created(user);
    await db.deleteFrom('processing_option').where('label', '=', 'for_all').execute();
    expect(await follows(user, id)).toEqual(['for_doctors']);
    await db.updateTable('processing_option').set({ form: 'prompt' }).execute();
    expect(await follows(user, id)).toEqual([]);
  });

  it('of a session of an older version goes by the role of the person now', async () => {
    const { db, person, follows, choose } = await setUp();
    const user = await person({ role: 'nurse' });
    const settings = '{"options":["for_doctors","for_doctors_too"]}';
    const named = await buildSession(db, ownerOf(user), { settings });
    const unnamed = await buildSession(db, ownerOf(user));
    expect(await follows(user, named.id)).toEqual(['for_doctors_too']);
    expect(await follows(user, unnamed.id)).toEqual(['for_all']);
    await choose(user, 'doctor');
    expect(await follows(user, named.id)).toEqual(['for_doctors', 'for_doctors_too']);
  });

  it('of a session of an older version stays when other settings change, whatever it names', async () => {
    const { db, person, follows, call } = await setUp();
    const user = await person({ role: 'nurse' });
    const options = ['for_doctors', 'for_doctors_too', 'never_there', 7];
    const { id } = await buildSession(db, ownerOf(user), { settings: JSON.stringify({ options }) });
    const answer = await call(user, 'PATCH', `/sessions/${id}`, { settings: { options, boost: 2 } });
    expect([answer.status, await answer.json()]).toMatchObject([200, { settings: { options, boost: 2 } }]);
    expect(await follows(user, id)).toEqual(['for_doctors_too']);
  });

  it('changes with the settings, within the options of the role and those that the session had', async () => {
    const { person, created, follows, choose, call, refusal } = await setUp();
    const user = await person({ role: 'doctor' });
    const id = await created(user);
    const patch = (settings: object) => call(user, 'PATCH', `/sessions/${id}`, { settings });
    await choose(user, 'clerk');
    // A change of other settings decides nothing anew.
    expect((await patch({ boost: 2 })).status).toBe(200);
    expect(await follows(user, id)).toEqual(['for_all', 'for_doctors']);
    expect((await patch({ options: ['for_doctors', 'for_clerks'] })).status).toBe(200);
    expect(await follows(user, id)).toEqual(['for_doctors', 'for_clerks']);
    expect(await refusal(await patch({ options: ['for_clerks', 'for_doctors_too'] }))).toEqual({
      status: 400,
      code: 'processing.option_unknown',
      paths: ['settings.options.1'],
    });
    expect(await follows(user, id)).toEqual(['for_doctors', 'for_clerks']);
    // The choice is taken back.
    expect((await patch({})).status).toBe(200);
    expect(await follows(user, id)).toEqual(['for_all', 'for_clerks']);
  });

  it('is what is on by default and something can make, where nobody chooses', async () => {
    const { db, clock, person, created, follows } = await setUp({ hasRoles: false });
    const user = await person({});
    expect(await follows(user, await created(user))).toEqual(['minutes', 'summary']);
    const [first] = optionsByRole;
    await createOptionStore(db, clock).put(testHost, [
      { ...first!, label: 'letter', form: 'prompt' },
      { ...first!, label: 'notes_a' },
      { ...first!, label: 'notes_b', enabled_by_default: false },
    ]);
    expect(await follows(user, await created(user))).toEqual(['notes_a']);
  });
});
