import { expect, test } from 'vitest';
import { putDomainSchema } from '#api/contract/admin-domain.ts';
import { optionsFixture } from '#web/testing/option-fixture.ts';
import {
  type EditedOption,
  editedToDraft,
  isOptionChanged,
  newOption,
  optionToEdited,
  problemsOf,
} from './option-edit.rules.ts';

const edited = () => optionsFixture().map(({ rev: _rev, ...option }) => optionToEdited(option));
const put = (options: readonly EditedOption[]) => ({ options: options.map(editedToDraft) });
const summary = (change: Partial<EditedOption> = {}): EditedOption => ({ ...edited()[1]!, ...change });
const names = (change: object) => ({ de: 'a', en: 'b', fr: 'c', it: 'd', ...change });

test('A change is one, blanks around a text are none', () => {
  const former = optionsFixture();
  expect(isOptionChanged(summary({ prompt: ' Sum it up.\n' }), former)).toBe(false);
  expect(isOptionChanged(summary(), former)).toBe(false);
  expect(isOptionChanged(summary({ prompt: 'Otherwise.' }), former)).toBe(true);
  expect(isOptionChanged(summary({ roles: ['doctor'] }), former)).toBe(true);
  expect(isOptionChanged(summary({ enabled_by_default: false }), former)).toBe(true);
  expect(isOptionChanged(newOption('new-1'), former)).toBe(true);
});

test('A prompt of one’s own has the form of one, and never runs by itself, whatever was ticked before it had its label', () => {
  const draft = editedToDraft({
    ...newOption('new-1'),
    label: 'custom',
    names: names({}),
    form: 'translation',
    target: 'it',
    enabled_by_default: true,
  });
  expect(draft).toMatchObject({ form: 'prompt', target: null, enabled_by_default: false });
  expect(putDomainSchema.safeParse({ options: [draft] }).success).toBe(true);
});

test('A target goes with the form of a translation, and comes with it', () => {
  expect(editedToDraft(summary({ target: 'fr' })).target).toBeNull();
  expect(editedToDraft(summary({ form: 'translation' })).target).toBe('de');
});

test.each<[string, Partial<EditedOption>, object]>([
  ['a label with a capital', { label: 'Summary' }, { label: 'labelShape' }],
  ['no label', { label: ' ' }, { label: 'labelShape' }],
  ['the label of a tab', { label: 'transcript' }, { label: 'labelReserved' }],
  ['a label that is there', { label: 'minutes' }, { label: 'labelTwice' }],
  ['no name', { names: names({ fr: ' ' }) }, { fr: 'nameRequired' }],
  ['a long name', { names: names({ it: 'x'.repeat(81) }) }, { it: 'nameLong' }],
  ['no prompt', { prompt: ' ' }, { prompt: 'promptRequired' }],
  ['a long prompt', { prompt: 'x'.repeat(8_001) }, { prompt: 'promptLong' }],
])('Said at its field: %s', (_what, change, problems) => {
  const options = [edited()[0]!, summary(change)];
  expect(problemsOf(options).get('summary')).toEqual(problems);
  expect(putDomainSchema.safeParse(put(options)).success).toBe(false);
});

test('A new option asks for everything that it needs', () => {
  expect(problemsOf([newOption('new-1')]).get('new-1')).toEqual({
    label: 'labelShape',
    de: 'nameRequired',
    en: 'nameRequired',
    fr: 'nameRequired',
    it: 'nameRequired',
    prompt: 'promptRequired',
  });
});

test('What is right has no problem, and the contract takes it', () => {
  const options = [
    ...edited(),
    { ...newOption('new-1'), label: 'letter', names: names({}), prompt: 'Write.' },
  ];
  expect(problemsOf(options).size).toBe(0);
  expect(putDomainSchema.safeParse(put(options)).success).toBe(true);
});
