import { afterEach, expect, test } from 'vitest';
import { tokens } from '#web/lib/http.ts';
import { phonePass } from '#web/lib/phone-pass.ts';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { serverPort } from './server-port.ts';

const api = createTestApi();
afterEach(() => {
  tokens.clear();
  phonePass.forget();
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

const letIn = (token: string | null = 'token') =>
  phonePass.write({
    pairingId: 'p1',
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
  expect(serverPort('u1').isSignedIn()).toBe(false);
  letIn();
  expect(serverPort('u1').isSignedIn()).toBe(true);
  expect(serverPort('u1', 'p1').isSignedIn()).toBe(true);
  expect(serverPort('u1', 'p2').isSignedIn()).toBe(false);
  expect(serverPort('u2').isSignedIn()).toBe(false);
  letIn(null);
  expect(serverPort('u1', 'p1').isSignedIn()).toBe(false);
});

test('A sign-in decides where there is one, also for what a phone has recorded without it', () => {
  letIn();
  const tokenOf = (sub: string) => `e30.${btoa(JSON.stringify({ iss: 'i', sub }))}.x`;
  const signIn = (sub: string) => tokens.write({ access_token: tokenOf(sub), expires_in: 900 }, Date.now());
  localStorage.setItem('person:i anna', 'u1');
  localStorage.setItem('person:i bert', 'u2');
  signIn('bert');
  expect(serverPort('u1', 'p1').isSignedIn()).toBe(false);
  signIn('anna');
  expect(serverPort('u1', 'p1').isSignedIn()).toBe(true);
  localStorage.clear();
});

test('A phone without a sign-in does not send its draft beside the recording', async () => {
  letIn();
  const draft = { engine: 'preview', model: 'm', language: 'de', segments: [] } as const;
  await serverPort('u1').putDraft('s1', { ...draft, segments: [] }, new AbortController().signal);
  expect(api.calls).toEqual([]);
  tokens.write({ access_token: 'a', expires_in: 900 }, Date.now());
  api.on('PUT /api/v1/sessions/s1/draft', () => ({}));
  await serverPort('u1').putDraft('s1', { ...draft, segments: [] }, new AbortController().signal);
  expect(api.calls.map(({ call }) => call)).toEqual(['PUT /api/v1/sessions/s1/draft']);
});
