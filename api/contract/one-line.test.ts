import { expect, test } from 'vitest';
import { registerRequestSchema } from './auth.ts';
import { editsPatchSchema } from './edits.ts';
import { toOneLine } from './one-line.ts';
import { createSessionSchema, patchSessionSchema } from './session.ts';
import { uploadMetadataSchema } from './upload.ts';

const odd = ' Rat\r\nBcc: x\u0000\u202e fdp.\u2066exe\u2069\u2028 ';
const even = 'Rat Bcc: x  fdp.exe';

test('a text becomes one line without control characters', () => {
  expect(toOneLine(odd)).toBe(even);
  // The right-to-left mark and other characters of a script stay.
  expect(toOneLine('שלום\u200f עולם «Zürich»  2')).toBe('שלום\u200f עולם «Zürich»  2');
});

test('the schemas make titles, names and file names one line', () => {
  const session = { title: odd, language: 'de', fhir_patient_id: odd };
  expect(createSessionSchema.parse({ session }).session).toMatchObject({
    title: even,
    fhir_patient_id: even,
  });
  expect(patchSessionSchema.parse({ title: odd }).title).toBe(even);
  const edits = { base: 0, version: 1, ops: [{ op: 'speaker', key: 'A', name: odd }] };
  expect(editsPatchSchema.parse(edits).ops[0]).toMatchObject({ name: even });
  const form = { email: 'a@b.ch', password: 'ein langer Satz', given_name: odd, family_name: odd };
  expect(registerRequestSchema.parse(form)).toMatchObject({ given_name: even, family_name: even });
  expect(uploadMetadataSchema.parse({ session_id: 'x', file_name: odd }).file_name).toBe(even);
});

test('a title of control characters alone counts as missing', () => {
  expect(patchSessionSchema.safeParse({ title: '\u202e\n\u0000' }).success).toBe(false);
});
