import { afterEach, expect, test } from 'vitest';
import type { RecordingMetadataInput } from '#api/contract/recording.ts';
import { tokens } from '#web/lib/http.ts';
import { phonePass } from '#web/lib/phone-pass.ts';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { serverPort } from './server-port.ts';

const api = createTestApi();
afterEach(() => {
  tokens.clear();
  phonePass.forget();
  localStorage.clear();
});

test('The next session of a recording is created, although its settings are larger than this server accepts', async () => {
  api.on('POST /api/v1/sessions', () => ({ id: 's2' }));
  const settings = { options: ['summary'], own: 'x'.repeat(900_000) };
  const draft = {
    title: 'A (2)',
    language: 'de',
    participants: null,
    fhir_patient_id: null,
    settings,
  } as const;
  const { signal } = new AbortController();
  expect(await serverPort('u1').createSession(draft, crypto.randomUUID(), signal)).toBe('s2');
  expect(api.calls.map(({ body }) => body)).toEqual([
    { session: { ...draft, settings: { options: ['summary'] } } },
  ]);
});

test('The next session of a recording is created without the options that are not offered any more', async () => {
  const errors = [{ path: 'session.settings.options.0', message: '' }];
  const answers = [
    refusal(400, 'processing.option_unknown', { errors }),
    { id: 's2' },
    refusal(409, 'session.key_reused', { session_id: 's2' }),
  ];
  api.on('POST /api/v1/sessions', () => answers.shift());
  const fields = { title: 'A (2)', language: 'de', participants: null, fhir_patient_id: null } as const;
  const draft = { ...fields, settings: { options: ['letter', 'summary'] } };
  const key = crypto.randomUUID();
  const { signal } = new AbortController();
  expect(await serverPort('u1').createSession(draft, key, signal)).toBe('s2');
  expect(api.calls.map(({ body }) => body)).toEqual([
    { session: draft },
    { session: { ...draft, settings: { options: ['summary'] } } },
  ]);
  // The answer was lost, and the call is repeated with a name that was changed meanwhile.
  api.on('PATCH /api/v1/sessions/s2', () => ({}));
  expect(await serverPort('u1').createSession({ ...draft, title: 'B' }, key, signal)).toBe('s2');
  expect(api.calls.at(-1)).toMatchObject({
    call: 'PATCH /api/v1/sessions/s2',
    body: { title: 'B', language: 'de' },
  });
});

const joinedAsGuest = (token: string | null = 'wlphone_token', pairingId = 'p1') =>
  phonePass.write({
    pairingId,
    claim: 'secret',
    verificationCode: null,
    grant: {
      token,
      expiresAtMs: Date.now() + 60_000,
      sinceMs: 0,
      userId: 'u1',
      session: { id: 's1', title: 'A', language: 'de' },
      isSent: false,
    },
  });

test('A phone without a sign-in sends what it has recorded for this person and this pairing, until it is refused', () => {
  expect(serverPort('u1', 'p1').isSignedIn()).toBe(false);
  joinedAsGuest();
  expect(serverPort('u1', 'p1').isSignedIn()).toBe(true);
  expect(serverPort('u1', 'p2').isSignedIn()).toBe(false);
  expect(serverPort('u2', 'p1').isSignedIn()).toBe(false);
  // A recording that was made with a sign-in needs a sign-in.
  expect(serverPort('u1').isSignedIn()).toBe(false);
  joinedAsGuest(null);
  expect(serverPort('u1', 'p1').isSignedIn()).toBe(false);
});

const tokenOf = (sub: string) => `e30.${btoa(JSON.stringify({ iss: 'i', sub }))}.x`;
function signIn(sub: 'anna' | 'bert'): string {
  localStorage.setItem('person:i anna', 'u1');
  localStorage.setItem('person:i bert', 'u2');
  tokens.write({ access_token: tokenOf(sub), expires_in: 900 }, Date.now());
  return `Bearer ${tokenOf(sub)}`;
}
const sentWith = () => api.calls.map(({ headers }) => headers.get('authorization'));
const { signal } = new AbortController();
const words = {
  title: 'A (2)',
  language: 'de',
  participants: null,
  fhir_patient_id: null,
  settings: {},
} as const;

test('Who else signs in on the phone gets nothing of what it has recorded; the owner does', async () => {
  api.on('POST /api/v1/sessions', () => ({ id: 's2' }));
  api.on('PATCH /api/v1/sessions/s1', () => ({ notes: { rev: 3 } }));
  api.on('POST /api/v1/sessions/s1/recording-complete', () => ({}));
  const port = serverPort('u1', 'p1');
  const callAll = async () => {
    await port.createSession(words, crypto.randomUUID(), signal);
    const { rev } = (await port.saveNotes('s1', { text: 'N', base: 0 }, signal)) as { rev: number };
    await port.describeSession('s1', { title: 'B' }, signal);
    await port.complete('s1', {} as RecordingMetadataInput, new Int8Array(0), signal);
    return rev;
  };
  joinedAsGuest();
  signIn('bert');
  expect(port.isSignedIn()).toBe(true);
  expect(await callAll()).toBe(0);
  expect(await port.headers()).toMatchObject({ authorization: 'Bearer wlphone_token' });
  expect(new Set(sentWith())).toEqual(new Set(['Bearer wlphone_token']));
  expect(serverPort('u1').isSignedIn()).toBe(false);
  // The pairing has ended. Nothing is sent with the sign-in of another person.
  joinedAsGuest(null);
  const before = api.calls.length;
  expect(port.isSignedIn()).toBe(false);
  await expect(callAll()).rejects.toMatchObject({ status: 401 });
  expect(api.calls).toHaveLength(before);
  const owner = signIn('anna');
  expect(port.isSignedIn()).toBe(true);
  expect(await callAll()).toBe(3);
  expect(sentWith().slice(before)).toEqual(Array.from({ length: 4 }, () => owner));
});

test('A recording does not go with the pass of the next pairing of the same person', async () => {
  joinedAsGuest('wlphone_next', 'p2');
  const port = serverPort('u1', 'p1');
  expect(port.isSignedIn()).toBe(false);
  await expect(port.createSession(words, crypto.randomUUID(), signal)).rejects.toMatchObject({ status: 401 });
  expect(api.calls).toEqual([]);
});

const finished = () => refusal(401, 'auth.token_expired', { ended: 'finished' });
const complete = () =>
  serverPort('u1', 'p1').complete('s1', {} as RecordingMetadataInput, new Int8Array(0), signal);

test('If the server has the whole recording already, the completion is repeated all the same', async () => {
  joinedAsGuest();
  api.on('GET /api/v1/pairings/p1', finished);
  const port = serverPort('u1', 'p1');
  let isFinished = false;
  void port.whenFinished(signal).then(() => (isFinished = true));
  // A part of the upload was refused.
  const headers = await port.headers();
  expect(await port.headers(headers)).toEqual(headers);
  expect(isFinished).toBe(true);
  expect(port.isSignedIn()).toBe(true);
  api.on('POST /api/v1/sessions/s1/recording-complete', () => ({}));
  await complete();
  expect(sentWith().at(-1)).toBe('Bearer wlphone_token');
  expect(port.isSignedIn()).toBe(true);
});

test.each([
  ['the same recording is not there', 409, 'upload.already_complete'],
  ['the token is refused', 401, 'auth.token_expired'],
] as const)('If %s, what is left waits for the owner', async (_name, status, code) => {
  joinedAsGuest();
  phonePass.finish('wlphone_token');
  api.on('POST /api/v1/sessions/s1/recording-complete', () => refusal(status, code, { ended: 'finished' }));
  await expect(complete()).rejects.toMatchObject({ code });
  expect(phonePass.token()).toBeNull();
  expect(serverPort('u1', 'p1').isSignedIn()).toBe(false);
  let isFinished = false;
  void serverPort('u1', 'p1')
    .whenFinished(signal)
    .then(() => (isFinished = true));
  await Promise.resolve();
  expect(isFinished).toBe(false);
  signIn('anna');
  expect(serverPort('u1', 'p1').isSignedIn()).toBe(true);
});

test('Notes and a later session that a finished phone cannot send leave it the token for the completion', async () => {
  joinedAsGuest();
  api.on('PATCH /api/v1/sessions/s1', finished);
  api.on('POST /api/v1/sessions', finished);
  const answers = [refusal(503, 'server.busy'), {}];
  api.on('POST /api/v1/sessions/s1/recording-complete', () => answers.shift());
  const port = serverPort('u1', 'p1');
  const completing = () => port.complete('s1', {} as RecordingMetadataInput, new Int8Array(0), signal);
  port.leaveRest();
  await expect(completing()).rejects.toMatchObject({ status: 503 });
  await expect(port.saveNotes('s1', { text: 'N', base: 0 }, signal)).rejects.toMatchObject({ status: 401 });
  await expect(port.createSession(words, 'key', signal)).rejects.toMatchObject({ status: 401 });
  expect(port.isFinished()).toBe(true);
  expect(port.isSignedIn()).toBe(true);
  await completing();
  expect(sentWith().at(-1)).toBe('Bearer wlphone_token');
  // The later part needs the sign-in of the owner.
  expect(phonePass.token()).toBeNull();
  expect(phonePass.read()?.grant).toMatchObject({ isSent: true, sent: ['s1'], begun: ['key'] });
  expect(port.isSignedIn()).toBe(false);
});

test('Refused notes alone leave a finished phone its token, until they are all that is left', async () => {
  joinedAsGuest();
  api.on('PATCH /api/v1/sessions/s1', finished);
  const port = serverPort('u1', 'p1');
  for (const _try of [1, 2])
    await expect(port.saveNotes('s1', { text: 'N', base: 0 }, signal)).rejects.toMatchObject({ status: 401 });
  expect([port.isFinished(), port.isSignedIn()]).toEqual([true, true]);
  port.leaveRest();
  expect([port.isFinished(), port.isSignedIn()]).toEqual([false, false]);
});

test('A later part of a phone without a sign-in counts as begun before its session is there', async () => {
  joinedAsGuest();
  const begun: unknown[] = [];
  const note = () => begun.push(phonePass.read()?.grant?.begun);
  api.on('POST /api/v1/sessions', () => {
    note();
    return { id: 's2' };
  });
  await serverPort('u1', 'p1').createSession(words, 'key', signal);
  note();
  expect(begun).toEqual([['key'], ['s2']]);
});

test('A phone without a sign-in does not send its draft beside the recording', async () => {
  joinedAsGuest();
  const draft = { engine: 'preview', model: 'm', language: 'de', segments: [] } as const;
  await serverPort('u1').putDraft('s1', { ...draft, segments: [] }, new AbortController().signal);
  expect(api.calls).toEqual([]);
  tokens.write({ access_token: 'a', expires_in: 900 }, Date.now());
  api.on('PUT /api/v1/sessions/s1/draft', () => ({}));
  await serverPort('u1').putDraft('s1', { ...draft, segments: [] }, new AbortController().signal);
  expect(api.calls.map(({ call }) => call)).toEqual(['PUT /api/v1/sessions/s1/draft']);
});

test('That the server has the recording of a phone without a sign-in is stored with the answer, for its own pairing only', async () => {
  const path = 'POST /api/v1/sessions/s1/recording-complete';
  const complete = () =>
    serverPort('u1', 'p1').complete('s1', { duration: 1 }, new Int8Array(0), new AbortController().signal);
  const isSent = () => phonePass.read()?.grant?.isSent;
  joinedAsGuest();
  api.on(path, () => refusal(409, 'recording.incomplete'));
  await expect(complete()).rejects.toMatchObject({ code: 'recording.incomplete' });
  expect(isSent()).toBe(false);
  // The phone joins another pairing before the answer comes.
  api.on(path, () => {
    joinedAsGuest('other', 'p2');
    return { status: 'preparing' };
  });
  await complete();
  expect(isSent()).toBe(false);
  joinedAsGuest();
  api.on(path, () => ({ status: 'preparing' }));
  await complete();
  expect(isSent()).toBe(true);
});
