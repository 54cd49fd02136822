import { expect, test } from 'vitest';
import { optionsFixture } from '#web/testing/option-fixture.ts';
import { roleFixture } from '#web/testing/domain-fixture.ts';
import { seenBy, withTag } from './preview.rules.ts';

const roles = [roleFixture('doctor', 'Ärztin', { is_default: true }), roleFixture('nurse', 'Pflege')];
const options = optionsFixture().map((option) => {
  if (option.label === 'minutes') return { ...option, roles: ['doctor'] };
  if (option.label === 'custom') return { ...option, roles: ['nurse'] };
  return option.label === 'translation_fr' ? { ...option, form: 'claims' as const, target: null } : option;
});
const labels = (tags: string[] | null, role: string | null, of = roles) =>
  seenBy({ tags, options }, of, role).options.map(({ label }) => label);

test.each<[string, string[] | null, string | null, string[]]>([
  [
    'without the function, roles are not in force',
    null,
    'nurse',
    ['summary', 'translation_de', 'translation_fr'],
  ],
  [
    'a chosen role',
    ['roles', 'fact_check'],
    'nurse',
    ['summary', 'custom', 'translation_de', 'translation_fr'],
  ],
  ['no chosen role: the default one', ['roles'], null, ['summary', 'minutes', 'translation_de']],
  ['no fact check', [], null, ['summary', 'translation_de']],
])('Options: %s', (_what, tags, role, expected) => {
  expect(labels(tags, role)).toEqual(expected);
});

test('Without a default role only options for everybody are offered to whoever has chosen none', () => {
  expect(labels(['roles'], null, [roles[1]!])).toEqual(['summary', 'translation_de']);
});

test('Functions are on by the list, without a list those that are on by default', () => {
  const on = (tags: string[] | null) =>
    seenBy({ tags, options }, roles, null)
      .functions.filter(({ isOn }) => isOn)
      .map(({ tag }) => tag);
  expect(on(null)).toEqual(['dictation', 'preview', 'pairing', 'share', 'fact_check', 'audio_download']);
  expect(on(['roles', 'share'])).toEqual(['roles', 'share']);
  expect(on([])).toEqual([]);
});

test('A tag is in a list once', () => {
  expect(withTag(['share'], 'share', true)).toEqual(['share']);
  expect(withTag(['share', 'roles'], 'share', false)).toEqual(['roles']);
});
