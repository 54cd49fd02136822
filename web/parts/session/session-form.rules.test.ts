import { expect, test } from 'vitest';
import { sessionDraftSchema } from '#api/contract/session.ts';
import { type CreateForm, createProblems, defaultLanguage, formToDraft } from './session-form.rules.ts';

const form: CreateForm = { title: 'Gemeinderat', language: 'de-CH', participants: 6, patientId: ' A-12 ' };

test('A session needs a name', () => {
  expect(createProblems({ ...form, title: '  ' })).toEqual({ title: { key: 'titleRequired', max: 0 } });
});

test('What the form accepts, the contract accepts, and the other way round', () => {
  const variants: Partial<CreateForm>[] = [
    {},
    { title: 'x'.repeat(200) },
    { title: 'x'.repeat(201) },
    { title: '' },
    { participants: null },
    { participants: 1 },
    { participants: 0 },
    { participants: 100 },
    { participants: 101 },
    { participants: 2.5 },
    { patientId: '' },
    { patientId: 'x'.repeat(100) },
    { patientId: 'x'.repeat(101) },
  ];
  for (const variant of variants) {
    const changed = { ...form, ...variant };
    const isAccepted = Object.keys(createProblems(changed)).length === 0;
    expect([variant, isAccepted]).toEqual([
      variant,
      sessionDraftSchema.safeParse(formToDraft(changed)).success,
    ]);
  }
});

test('Blanks around the case number go, an empty one is none', () => {
  expect(formToDraft(form).fhir_patient_id).toBe('A-12');
  expect(formToDraft({ ...form, patientId: '  ' }).fhir_patient_id).toBeNull();
});

test('The spoken language starts as the interface’s', () => {
  expect(defaultLanguage('fr')).toBe('fr');
  expect(defaultLanguage('de')).toBe('de');
});
