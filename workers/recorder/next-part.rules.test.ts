import { expect, it } from 'vitest';
import type { SessionDraft } from '#api/contract/session.ts';
import { nextDraft } from './next-part.rules.ts';

const draft = (title: string): SessionDraft => ({
  title,
  language: 'de-CH',
  participants: 4,
  fhir_patient_id: 'p1',
  settings: { summary: true },
});

it.each([
  ['Sitzung', 2, 'Sitzung (2)'],
  ['Sitzung (2)', 3, 'Sitzung (3)'],
  ['Sitzung (2)', 2, 'Sitzung (2) (2)'],
  ['Sitzung (9)', 3, 'Sitzung (9) (3)'],
  ['x'.repeat(200), 2, `${'x'.repeat(196)} (2)`],
  [`${'x'.repeat(195)}  aaa`, 2, `${'x'.repeat(195)} (2)`],
])('the session after %j is, as part %i, %j', (title, part, next) => {
  expect(nextDraft(draft(title), part)).toEqual(draft(next));
});
