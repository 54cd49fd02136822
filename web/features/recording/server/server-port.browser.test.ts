import { expect, test } from 'vitest';
import { createTestApi } from '#web/testing/test-api.ts';
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
