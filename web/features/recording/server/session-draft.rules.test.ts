import { expect, it } from 'vitest';
import { toSendable, withoutRefused } from './session-draft.rules.ts';

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

const options = ['summary', 'letter', 'minutes'];
const pathOf = (index: number) => ({ path: `session.settings.options.${index}`, message: '' });

it.each([
  ['those that the server names', 'processing.option_unknown', [pathOf(0), pathOf(2)], ['letter']],
  ['all, if it names none', 'processing.option_unknown', [], []],
  ['all, if their function is off', 'domain.off', [], []],
])('without refused options: %s', (_, code, errors, left) => {
  const settings = { options, own: 1 };
  expect(withoutRefused({ ...draft, settings }, { code, body: { errors } })).toEqual({
    ...draft,
    settings: { options: left, own: 1 },
  });
});

it('leaves another refusal, and one without a choice of options, to the person', () => {
  expect(
    withoutRefused({ ...draft, settings: { options } }, { code: 'session.day_limit', body: null }),
  ).toBeNull();
  const unknown = { code: 'processing.option_unknown', body: null };
  expect(withoutRefused({ ...draft, settings: {} }, unknown)).toBeNull();
});
