import { describe, expect, it } from 'vitest';
import type { SessionDetail } from '#api/contract/session.ts';
import type { SurveyAnswer, SurveyResults } from '#api/contract/survey.ts';
import { dayMs } from '#api/contract/time.ts';
import { newId } from '#api/lib/id.ts';
import { buildDomain, buildSession, buildUser, ownerOf, type UserRow } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';

/** A host with surveys, a superuser, and a person with a completed session. */
async function setUp({ tags = ['survey'], status = 'completed' } = {}) {
  const { app, db, clock, bearer, deps } = await testApp();
  await buildDomain(db, { host: 'localhost', tags: JSON.stringify(tags) });
  const person = await buildUser(db);
  const boss = await buildUser(db, { is_superuser: 1 });
  const addSession = async (owner = person, fields: object = { status }) =>
    (await buildSession(db, ownerOf(owner), { created_at: clock.now(), ...fields })).id;
  const session = await addSession();
  const call = (as: UserRow, path: string, init: RequestInit = {}) =>
    app.request(`/api/v1/${path}`, {
      ...init,
      headers: { ...bearer(as), ...(init.headers as Record<string, string> | undefined) },
    });
  const detail = async (id = session, as = person, headers = {}) => {
    const answer = await call(as, `sessions/${id}`, { headers });
    const body = answer.status === 200 ? ((await answer.json()) as SessionDetail) : null;
    return { status: answer.status, tag: answer.headers.get('etag') ?? '', due: body?.show_survey };
  };
  const send = async (
    survey_question: string,
    survey_answer: string,
    { id = newId(), as = person, to = session, more = {} } = {},
  ) => {
    const answer = await call(as, 'survey', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, session_id: to, survey_question, survey_answer, ...more }),
    });
    if (answer.status === 204) return '204';
    return `${answer.status} ${((await answer.json()) as { code: string }).code}`;
  };
  const stored = () =>
    db
      .selectFrom('survey_answer')
      .select(['session_id', 'question', 'answer'])
      .orderBy('created_at')
      .orderBy('question')
      .execute();
  const results = async (query = '', as = boss, accept = 'application/json') =>
    call(as, `admin/domains/localhost/survey${query}`, { headers: { accept } });
  const counts = async (query = '') => (await (await results(query)).json()) as SurveyResults;
  return {
    app,
    db,
    clock,
    deps,
    call,
    person,
    boss,
    session,
    addSession,
    detail,
    send,
    stored,
    results,
    counts,
  };
}

describe('a survey is shown', () => {
  it('for a completed session of a host that has surveys, once a session and once in 14 days', async () => {
    const { detail, send, addSession, clock } = await setUp();
    const other = await addSession();
    const before = await detail();
    expect(before.due).toBe(true);
    expect((await detail(other)).due).toBe(true);
    expect(await send('shown', '')).toBe('204');
    const after = await detail();
    expect(after.due).toBe(false);
    expect((await detail(other)).due).toBe(false);
    clock.advance(14 * dayMs - 1);
    expect((await detail(other)).due).toBe(false);
    clock.advance(1);
    expect((await detail(other)).due).toBe(true);
    // Its own session never shows it again.
    expect((await detail()).due).toBe(false);
  });

  it.each([
    ['a session that is not completed', { status: 'processing' }],
    ['a host without the tag', { tags: ['share'] }],
  ])('not for %s', async (_what, options) => {
    const { detail } = await setUp(options);
    expect((await detail()).due).toBe(false);
  });

  it('not on a host without a list of tags', async () => {
    const { db, detail } = await setUp();
    await db.updateTable('domain').set({ tags: null }).execute();
    expect((await detail()).due).toBe(false);
  });

  it('in every answer to the owner, and a page that has the former answer learns of a change', async () => {
    const { call, person, session, detail, send, addSession, clock, db } = await setUp();
    const json = { 'content-type': 'application/json' };
    const patched = await call(person, `sessions/${session}`, {
      method: 'PATCH',
      headers: json,
      body: JSON.stringify({ title: 'Anders' }),
    });
    expect(((await patched.json()) as SessionDetail).show_survey).toBe(true);
    const other = await addSession();
    const revOf = async (id: string) =>
      (await db.selectFrom('session').select('rev').where('id', '=', id).executeTakeFirstOrThrow()).rev;
    const tags = { own: (await detail()).tag, other: (await detail(other)).tag };
    expect((await detail(session, person, { 'if-none-match': tags.own })).status).toBe(304);
    const rev = await revOf(session);
    await send('shown', '');
    expect(await revOf(session)).toBe(rev + 1);
    expect((await detail(session, person, { 'if-none-match': tags.own })).status).toBe(200);
    // Nothing of the other session has changed but that the person has seen a survey, and later that time has passed.
    const paused = await detail(other, person, { 'if-none-match': tags.other });
    expect(paused).toMatchObject({ status: 200, due: false });
    clock.advance(14 * dayMs);
    expect(await detail(other, person, { 'if-none-match': paused.tag })).toMatchObject({
      status: 200,
      due: true,
    });
  });

  it('not again within 14 days when the session of the last one is deleted', async () => {
    const { call, person, session, detail, send, addSession } = await setUp();
    const other = await addSession();
    await send('shown', '');
    expect((await call(person, `sessions/${session}`, { method: 'DELETE' })).status).toBe(204);
    expect((await detail(other)).due).toBe(false);
  });

  it('to other people as if nothing had been shown', async () => {
    const { db, detail, send, addSession } = await setUp();
    const neighbour = await buildUser(db);
    const theirs = await addSession(neighbour);
    await send('shown', '');
    expect((await detail(theirs, neighbour)).due).toBe(true);
  });
});

describe('answers to a survey', () => {
  it('are stored once, also when they are sent again or later by another device', async () => {
    const { send, stored, session } = await setUp();
    const [id, next] = [newId(), newId()];
    expect(await send('shown', '', { id })).toBe('204');
    expect(await send('shown', '', { id })).toBe('204');
    expect(await send('q1', 'yes', { id: next })).toBe('204');
    expect(await send('q1', 'yes', { id: next.toUpperCase() })).toBe('204');
    expect(await send('q1', 'no')).toBe('204');
    expect(await send('q2', '1h+')).toBe('204');
    expect(await stored()).toEqual([
      { session_id: session, question: 'q1', answer: 'yes' },
      { session_id: session, question: 'q2', answer: '1h+' },
      { session_id: session, question: 'shown', answer: '' },
    ]);
  });

  it('say that it was shown, where that was lost', async () => {
    const { send, stored, detail } = await setUp();
    expect(await send('q1', 'no')).toBe('204');
    expect(await send('shown', '')).toBe('204');
    expect((await stored()).map(({ question }) => question)).toEqual(['q1', 'shown']);
    expect((await detail()).due).toBe(false);
  });

  it('need an id of their own', async () => {
    const { db, send, addSession, stored } = await setUp();
    const id = newId();
    await send('q1', 'yes', { id });
    expect(await send('q1', 'no', { id })).toBe('409 survey.id_reused');
    expect(await send('q2', '1h', { id })).toBe('409 survey.id_reused');
    // An id of somebody else is free, and tells nothing.
    const neighbour = await buildUser(db);
    expect(await send('q1', 'no', { id, as: neighbour, to: await addSession(neighbour) })).toBe('204');
    expect(await stored()).toHaveLength(4);
  });

  it('belong to the owner of the session', async () => {
    const { db, send, stored } = await setUp();
    const neighbour = await buildUser(db);
    expect(await send('shown', '', { as: neighbour })).toBe('404 session.not_found');
    expect(await send('shown', '', { to: newId() })).toBe('404 session.not_found');
    expect(await stored()).toEqual([]);
  });

  it('are refused where the host has no surveys', async () => {
    const { send, stored } = await setUp({ tags: [] });
    expect(await send('shown', '')).toBe('404 domain.off');
    expect(await stored()).toEqual([]);
  });

  it('are those of the specification, and have no other shape', async () => {
    const { send, stored } = await setUp();
    const wrong: [string, string, object?][] = [
      ['shown', 'yes'],
      ['q1', ''],
      ['q1', 'maybe'],
      ['q1', '5min'],
      ['q2', 'yes'],
      ['q2', '2h'],
      ['q2', '=1+1'],
      ['q3', 'yes'],
      ['q1', 'yes', { id: 'x' }],
      ['q1', 'yes', { comment: 'x' }],
      ['q1', 'yes', { session_id: 1 }],
    ];
    for (const [question, answer, more = {}] of wrong)
      expect([question, answer, more, await send(question, answer, { more })]).toEqual([
        question,
        answer,
        more,
        '400 request.invalid',
      ]);
    expect(await stored()).toEqual([]);
  });

  it('go with their session when its period is over', async () => {
    const { db, deps, send, stored, session, person } = await setUp();
    await send('q1', 'yes');
    await deps.sessions.remove(ownerOf(person), session, 'retention');
    expect(await stored()).toEqual([]);
    expect(await db.selectFrom('session').select('id').execute()).toEqual([]);
  });
});

describe('the results of a host', () => {
  /** Two people have answered on the 20th, one of them again 14 days later. */
  async function answered() {
    const opened = await setUp();
    const { db, clock, send, addSession } = opened;
    const neighbour = await buildUser(db);
    const theirs = await addSession(neighbour);
    const answers: [SurveyAnswer['survey_question'], string][] = [
      ['shown', ''],
      ['q1', 'yes'],
      ['q2', '1h+'],
    ];
    for (const [question, answer] of answers) await send(question, answer);
    await send('q1', 'no', { as: neighbour, to: theirs });
    clock.advance(14 * dayMs);
    await send('shown', '', { to: await addSession() });
    return { ...opened, neighbour };
  }
  const taken = ({ totals }: SurveyResults) =>
    Object.fromEntries(
      totals
        .filter(({ count }) => count > 0)
        .map((each) => [each.survey_question + each.survey_answer, each.count]),
    );

  it('are numbers by question, choice and day, of days in UTC with the first and the last', async () => {
    const { counts } = await answered();
    const all = await counts();
    expect(all).toMatchObject({ from: null, to: '2026-12-04' });
    expect(all.totals.map((each) => [each.survey_question, each.survey_answer, each.count])).toEqual([
      ['shown', '', 3],
      ['q1', 'yes', 1],
      ['q1', 'no', 1],
      ['q2', '5min', 0],
      ['q2', '10min', 0],
      ['q2', '15min', 0],
      ['q2', '30min', 0],
      ['q2', '1h', 0],
      ['q2', '1h+', 1],
    ]);
    expect(all.days.map(({ date, survey_question: question, count }) => [date, question, count])).toEqual([
      ['2026-11-20', 'shown', 2],
      ['2026-11-20', 'q1', 1],
      ['2026-11-20', 'q1', 1],
      ['2026-11-20', 'q2', 1],
      ['2026-12-04', 'shown', 1],
    ]);
    expect(taken(await counts('?from=2026-12-04&to=2026-12-04'))).toEqual({ shown: 1 });
    expect(taken(await counts('?to=2026-11-20'))).toEqual({ shown: 2, q1yes: 1, q1no: 1, 'q21h+': 1 });
    expect(taken(await counts('?from=2026-11-21&to=2026-12-03'))).toEqual({});
  });

  it('name neither a person nor a session, as JSON and as CSV', async () => {
    const { results, db } = await answered();
    const ids = (
      await db.selectFrom('survey_answer').select(['session_id', 'user_id', 'id']).execute()
    ).flatMap((row) => Object.values(row));
    expect(ids.length).toBeGreaterThan(10);
    for (const accept of ['application/json', 'text/csv']) {
      const answer = await results('', undefined, accept);
      const text = await answer.text();
      expect(answer.headers.get('content-type')).toContain(accept);
      expect(answer.headers.get('vary')).toContain('Accept');
      expect(ids.filter((id) => text.includes(id))).toEqual([]);
    }
  });

  it('come as a CSV file where Accept asks for it', async () => {
    const { results } = await answered();
    const answer = await results('?from=2026-11-20', undefined, 'text/csv;q=0.9, */*;q=0.1');
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="survey-2026-11-20-2026-12-04.csv"',
    );
    expect((await answer.text()).split('\r\n')).toEqual([
      'date,survey_question,survey_answer,count',
      '2026-11-20,shown,,2',
      '2026-11-20,q1,no,1',
      '2026-11-20,q1,yes,1',
      '2026-11-20,q2,1h+,1',
      '2026-12-04,shown,,1',
      '',
    ]);
  });

  it('are for superusers of this host, and of that of PUBLIC_URL', async () => {
    const { db, results, call, person } = await answered();
    expect((await results('', person)).status).toBe(403);
    await buildDomain(db, { host: 'other.example' });
    const other = await call(await buildUser(db, { is_superuser: 1 }), 'admin/domains/other.example/survey');
    expect(((await other.json()) as SurveyResults).totals.every(({ count }) => count === 0)).toBe(true);
  });

  it('are of a period that does not end before it begins', async () => {
    const { results } = await setUp();
    for (const query of ['?from=2026-11-21&to=2026-11-20', '?from=yesterday', '?to=2026-02-30'])
      expect([query, (await results(query)).status]).toEqual([query, 400]);
  });
});
