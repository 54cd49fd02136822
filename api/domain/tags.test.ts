import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { effectiveTags, functionTags, type FunctionTag } from '#api/contract/domain.ts';
import type { OfferedOption } from '#api/contract/option.ts';
import { createQueue } from '#api/jobs/sqlite-queue.ts';
import { newId } from '#api/lib/id.ts';
import { silentLog } from '#api/lib/log.ts';
import { processJobName } from '#api/processing/process-queue.ts';
import { buildDialogue } from '#api/testing/build-transcript.ts';
import { buildDomain, buildSession, buildUser, ownerOf, testHost } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testDb } from '#api/testing/test-db.ts';
import { encode, octets, tus } from '#api/testing/test-upload-client.ts';
import { transcribeJobName } from '#api/transcript/transcribe-request.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';

const modelsDir = join(import.meta.dirname, '../../models');

const idle = { maxAttempts: 1, retryDelaysMs: [], run: async () => {} };

/** A person of a host with this list of tags, and a session with everything that the functions need. */
async function personOf(tags: readonly string[] | null) {
  const [db, clock] = [testDb(), testClock()];
  // Jobs stay queued, because the queue is not started.
  const handlers = [transcribeJobName, processJobName].map((name) => ({ ...idle, name }));
  const queue = createQueue({ db, handlers, clock, log: silentLog(), slots: 1 });
  const { app, bearer, deps } = await testApp({
    db,
    clock,
    queue,
    modelsDirs: [modelsDir],
    transcriptionModel: 'fixture',
  });
  await buildDomain(db, { host: testHost, tags: tags && JSON.stringify(tags) });
  // Another host with another list changes nothing here.
  await buildDomain(db, { host: 'other.example', tags: tags?.length === 0 ? null : '[]' });
  const user = await buildUser(db);
  const owner = ownerOf(user);
  const settings = '{"options":[]}';
  const session = await buildSession(db, owner, { settings, status: 'completed', notes: 'Notiz' });
  const transcripts = createTranscriptStore(db, clock);
  const version = await transcripts.begin(session.id, 'fixture', 'de');
  await transcripts.putSegments(session.id, version, 0, buildDialogue(['A: Die Erde ist rund.']).segments);
  await transcripts.finish(session.id, version);
  const [storageKey, peaksKey] = [`audio/${newId()}`, `peaks/${newId()}`];
  for (const key of [storageKey, peaksKey]) {
    await deps.storage.create(key);
    await deps.storage.append(key, 0, Readable.from([Buffer.from('ab')]));
  }
  const audio = { storage_key: storageKey, peaks_key: peaksKey, file_name: 'a.mp3', file_type: '' };
  await db
    .insertInto('audio')
    .values({ ...audio, session_id: session.id, bytes: 2, sha256: 'ab', created_at: clock.now() })
    .execute();

  const newSession = async () => (await buildSession(db, owner, { settings })).id;
  const send = (method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}) =>
    app.request(path, { method, headers: { ...bearer(user), ...headers }, body: body ?? null });
  /** Returns the status, with the code of an error. */
  const call = async (method: string, path: string, json?: unknown): Promise<string> => {
    const body = json === undefined ? undefined : JSON.stringify(json);
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await send(method, path, body, type);
    const { code } = answer.ok ? {} : ((await answer.json()) as { code?: string });
    return [answer.status, ...(code === undefined ? [] : [code])].join(' ');
  };
  const path = `/api/v1/sessions/${session.id}`;
  /** Returns the engines of the versions of a transcript. */
  const enginesOf = async (id: string) =>
    (await transcripts.versions(id)).map(({ engine }) => engine).join() || 'no draft';
  const sendFile = (id: string) => {
    const form = new FormData();
    form.set('file', new File(['sound'], 'a.mp3', { type: 'audio/mpeg' }));
    return send('POST', `/api/v1/sessions/${id}/file-upload`, form);
  };
  return { path, send, call, newSession, enginesOf, sendFile };
}
type Person = Awaited<ReturnType<typeof personOf>>;

/** A call, the tag of its function, and what it answers where the function is on and where it is off. */
type Call = { tag?: FunctionTag; on: string; off?: string; run(person: Person): Promise<string> };

const report = { report_type: 'notes', file_type: 'txt' } as const;
const asksForFacts = { options: ['fact_check'] };
const draftOf = (engine: string) => ({
  engine,
  model: '',
  language: 'de',
  segments: [{ start: 0, end: 1, text: 'Guten Tag' }],
});

async function putDraft({ call, newSession, enginesOf }: Person, engine: string): Promise<string> {
  const id = await newSession();
  return `${await call('PUT', `/api/v1/sessions/${id}/draft`, draftOf(engine))} ${await enginesOf(id)}`;
}

async function complete({ send, newSession, enginesOf, sendFile }: Person, draft: unknown): Promise<string> {
  const id = await newSession();
  await sendFile(id);
  const form = new FormData();
  form.set('metadata', JSON.stringify({ duration: 1, draft }));
  const { status } = await send('POST', `/api/v1/sessions/${id}/recording-complete`, form);
  return `${status} ${await enginesOf(id)}`;
}

const off = '404 domain.off';
const calls: Record<string, Call> = {
  sharing: {
    tag: 'share',
    on: '409 share.mail_missing',
    off,
    run: ({ call, path }) =>
      call('POST', `${path}/share`, { reports: [report], recipients: ['a@example.org'] }),
  },
  'the preview of a letter': {
    tag: 'share',
    on: '200',
    off,
    run: ({ call, path }) => call('POST', `${path}/share/preview`, { reports: [report] }),
  },
  'a body of sharing that is wrong': {
    tag: 'share',
    on: '400 request.invalid',
    off,
    run: ({ call, path }) => call('POST', `${path}/share`, {}),
  },
  'the audio as a file': {
    tag: 'audio_download',
    on: '200',
    off,
    run: ({ call, path }) => call('GET', `${path}/download`),
  },
  'the address of the audio as a file': {
    tag: 'audio_download',
    on: '200',
    off,
    run: ({ call, path }) => call('GET', `${path}/audio-url?download=1`),
  },
  'a fact check': {
    tag: 'fact_check',
    on: '200',
    off,
    run: ({ call, path }) => call('POST', `${path}/process`, asksForFacts),
  },
  'a session with a fact check': {
    tag: 'fact_check',
    on: '201',
    off,
    run: ({ call }) =>
      call('POST', '/api/v1/sessions', { session: { title: 'Neu', language: 'de', settings: asksForFacts } }),
  },
  'a fact check in the settings': {
    tag: 'fact_check',
    on: '200',
    off,
    run: ({ call, path }) => call('PATCH', path, { settings: asksForFacts }),
  },
  'the offer of a fact check': {
    tag: 'fact_check',
    on: 'claims',
    off: 'none',
    async run({ send }) {
      const answer = await send('GET', '/api/v1/ai-processing-options');
      const { options } = (await answer.json()) as { options: OfferedOption[] };
      expect(options.map(({ label }) => label)).toContain('summary');
      return options.find(({ form }) => form === 'claims')?.form ?? 'none';
    },
  },
  'a dictated draft': {
    tag: 'dictation',
    on: '204 dictation',
    off: '204 no draft',
    run: (person) => putDraft(person, 'dictation'),
  },
  'a dictated draft that comes with a recording': {
    tag: 'dictation',
    on: '200 dictation',
    off: '200 no draft',
    run: (person) => complete(person, draftOf('dictation').segments),
  },
  'a draft of a model': {
    tag: 'preview',
    on: '204 preview',
    off: '204 no draft',
    run: (person) => putDraft(person, 'preview'),
  },
  'a draft of a model that comes with a recording': {
    tag: 'preview',
    on: '200 preview',
    off: '200 no draft',
    run: (person) => complete(person, draftOf('preview')),
  },
  'the models for drafts': {
    tag: 'preview',
    on: '1',
    off: '0',
    run: async ({ send }) => String(((await (await send('GET', '/api/v1/models')).json()) as []).length),
  },

  // These do not depend on tags.
  'a draft of a session of nobody': {
    on: '404 session.not_found',
    run: ({ call }) => call('PUT', '/api/v1/sessions/no/draft', draftOf('preview')),
  },
  'the library': { on: '200', run: ({ call }) => call('GET', '/api/v1/sessions') },
  'a session': { on: '200', run: ({ call, path }) => call('GET', path) },
  'a summary': {
    on: '200',
    run: ({ call, path }) => call('POST', `${path}/process`, { options: ['summary'] }),
  },
  'an option of nobody': {
    on: '400 processing.option_unknown',
    run: ({ call, path }) => call('POST', `${path}/process`, { options: ['nothing'] }),
  },
  'the address of the audio': { on: '200', run: ({ call, path }) => call('GET', `${path}/audio-url`) },
  'the peaks': { on: '200', run: ({ call, path }) => call('GET', `${path}/peaks`) },
  'a report': {
    on: '200',
    run: ({ call, path }) => call('GET', `${path}/report?${new URLSearchParams(report)}`),
  },
  'the transcripts': { on: '200', run: ({ call, path }) => call('GET', `${path}/transcripts`) },
  'a file': {
    on: '200',
    run: async ({ sendFile, newSession }) => String((await sendFile(await newSession())).status),
  },
  'a recording in parts': {
    on: '204',
    async run({ send, newSession }) {
      const metadata = { session_id: await newSession(), file_name: 'r.mp3', mode: 'dictation' };
      const begin = { ...tus, 'upload-defer-length': '1', 'upload-metadata': encode(metadata) };
      const place = (await send('POST', '/api/v1/uploads', undefined, begin)).headers.get('location') ?? '';
      return String((await send('PATCH', place, 'ab', { ...tus, ...octets, 'upload-offset': '0' })).status);
    },
  },
  'the profile': { on: '200', run: ({ call }) => call('GET', '/api/auth/me') },
};

const builtTags = [...new Set(Object.values(calls).flatMap(({ tag }) => tag ?? []))];

describe('what a host offers', () => {
  it.each([
    ['no list', null],
    ['an empty list', []],
    ['a list of all', functionTags],
    ...builtTags.flatMap((tag): [string, readonly string[]][] => [
      [`${tag} alone`, [tag]],
      [`all but ${tag}`, functionTags.filter((other) => other !== tag)],
    ]),
  ])('with %s is what its tags name, and nothing else changes', async (_name, tags) => {
    const person = await personOf(tags);
    const inForce = effectiveTags(tags);
    const answers: Record<string, string> = {};
    for (const [name, { run }] of Object.entries(calls)) answers[name] = await run(person);
    const expected = Object.entries(calls).map(([name, { tag, on, off: without }]) => [
      name,
      tag === undefined || inForce.includes(tag) ? on : without,
    ]);
    expect(answers).toEqual(Object.fromEntries(expected));
  });

  it('needs a sign-in before it is said to be off', async () => {
    const { app, db } = await testApp();
    await buildDomain(db, { host: testHost, tags: '[]' });
    expect((await app.request('/api/v1/sessions/any/share', { method: 'POST' })).status).toBe(401);
  });
});

describe('a session that asked for a fact check before it was switched off', () => {
  const create = (key: string) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ session: { title: 'Neu', language: 'de', settings: asksForFacts } }),
  });

  it('is answered again to who repeats its creation, and may keep the option in its settings', async () => {
    const { app, db, bearer } = await testApp();
    const user = await buildUser(db);
    const request = (init: ReturnType<typeof create>, path = '/api/v1/sessions') =>
      app.request(path, { ...init, headers: { ...init.headers, ...bearer(user) } });
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    const { id } = (await (await request(create(first))).json()) as { id: string };
    await buildDomain(db, { host: testHost, tags: '["share"]' });
    const again = await request(create(first));
    expect([again.status, await again.json()]).toMatchObject([201, { id }]);
    expect((await request(create(second))).status).toBe(404);
    const patch = (settings: object) =>
      request(
        { ...create(''), method: 'PATCH', body: JSON.stringify({ settings }) },
        `/api/v1/sessions/${id}`,
      );
    expect((await patch({ ...asksForFacts, boost: 2 })).status).toBe(200);
    expect((await patch({ options: [] })).status).toBe(200);
    expect((await patch(asksForFacts)).status).toBe(404);
    await app.request(`/api/v1/sessions/${id}`, { method: 'DELETE', headers: bearer(user) });
    expect((await request(create(first))).status).toBe(410);
  });
});
