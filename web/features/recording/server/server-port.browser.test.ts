import { expect, test } from 'vitest';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { serverPort } from './server-port.ts';

const api = createTestApi();

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
