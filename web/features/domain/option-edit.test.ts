import { expect, test } from 'vitest';
import { type AdminDomain, putDomainSchema } from '#api/contract/option.ts';
import { optionsFixture } from '#web/testing/option-fixture.ts';
import {
  type EditedOption,
  editedToDraft,
  editedToPut,
  isChanged,
  isOptionChanged,
  newOption,
  optionToEdited,
  problemsOf,
} from './option-edit.rules.ts';

const domain = (): AdminDomain => ({ host: 'localhost', etag: '"1"', own: false, options: optionsFixture() });
const edited = () => domain().options.map(optionToEdited);
const summary = (change: Partial<EditedOption> = {}): EditedOption => ({ ...edited()[1]!, ...change });
const names = (change: object) => ({ de: 'a', en: 'b', fr: 'c', it: 'd', ...change });

test('What is opened and saved again is what it was', () => {
  expect(editedToPut(edited()).options).toEqual(optionsFixture().map(({ rev: _rev, ...option }) => option));
  expect(isChanged(edited(), domain())).toBe(false);
  expect(isChanged(edited().toReversed(), domain())).toBe(false);
});

test('A change is one, blanks around a text are none', () => {
  const change = (option: EditedOption) => [edited()[0]!, option, ...edited().slice(2)];
  expect(isChanged(change(summary({ prompt: ' Sum it up.\n' })), domain())).toBe(false);
  expect(isChanged(change(summary({ prompt: 'Otherwise.' })), domain())).toBe(true);
  expect(isChanged(change(summary({ roles: 'doctor' })), domain())).toBe(true);
  expect(isChanged(edited().slice(1), domain())).toBe(true);
  expect(isOptionChanged(summary(), domain())).toBe(false);
  expect(isOptionChanged(summary({ enabled_by_default: false }), domain())).toBe(true);
  expect(isOptionChanged(newOption('new-1'), domain())).toBe(true);
});

test('A prompt of one’s own has the form of one, and never runs by itself, whatever was ticked before it had its label', () => {
  const draft = editedToDraft({
    ...newOption('new-1'),
    ...{ label: 'custom', names: names({}), form: 'translation', target: 'it', enabled_by_default: true },
  });
  expect(draft).toMatchObject({ form: 'prompt', target: null, enabled_by_default: false });
  expect(putDomainSchema.safeParse({ options: [draft] }).success).toBe(true);
});

test('Roles are ids with commas or blanks between them', () => {
  expect(editedToDraft(summary({ roles: ' doctor,nurse;  clerk ' })).roles).toEqual([
    'doctor',
    'nurse',
    'clerk',
  ]);
  expect(editedToDraft(summary({ roles: ' ' })).roles).toEqual([]);
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
  ['a role, which nobody has', { roles: 'doctor' }, { roles: 'roles' }],
])('Said at its field: %s', (_what, change, problems) => {
  const options = [edited()[0]!, summary(change)];
  expect(problemsOf(options).get('summary')).toEqual(problems);
  expect(putDomainSchema.safeParse(editedToPut(options)).success).toBe(false);
});

test('A new option asks for everything that it needs', () => {
  expect(problemsOf([newOption('new-1')]).get('new-1')).toEqual({
    label: 'labelShape',
    ...{ de: 'nameRequired', en: 'nameRequired', fr: 'nameRequired', it: 'nameRequired' },
    prompt: 'promptRequired',
  });
});

test('What is right has no problem, and the contract takes it', () => {
  const options = [
    ...edited(),
    { ...newOption('new-1'), label: 'letter', names: names({}), prompt: 'Write.' },
  ];
  expect(problemsOf(options).size).toBe(0);
  expect(putDomainSchema.safeParse(editedToPut(options)).success).toBe(true);
});
