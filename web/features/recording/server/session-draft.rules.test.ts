import { expect, it } from 'vitest';
import { toSendable } from './session-draft.rules.ts';

const draft = { title: 'A (2)', language: 'de', participants: 2, fhir_patient_id: null } as const;
const large = 'ü'.repeat(8_000);

it.each([
  ['all of them', { options: ['summary'], own: { a: 1 } }, { options: ['summary'], own: { a: 1 } }],
  [
    'the options alone where all are too large',
    { options: ['summary'], own: large },
    { options: ['summary'] },
  ],
  ['none where there are no options', { own: large }, {}],
  ['none where the options are too large', { options: [large] }, {}],
])('of settings the next session gets %s', (_, settings, sent) => {
  expect(toSendable({ ...draft, settings })).toEqual({ ...draft, settings: sent });
});
