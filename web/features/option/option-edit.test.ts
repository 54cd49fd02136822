import { expect, test } from 'vitest';
import { type AdminDomain, putDomainSchema } from '#api/contract/admin-domain.ts';
import { domainFixture } from '#web/testing/domain-fixture.ts';
import { optionsFixture } from '#web/testing/option-fixture.ts';
import {
  type EditedOption,
  editedToDraft,
  editedToPut,
  isChanged,
  isOptionChanged,
  newOption,
  optionToEdited,
  overTheirs,
  problemsOf,
} from './option-edit.rules.ts';

const domain = (): AdminDomain => domainFixture({ etag: '"1"' });
const edited = () => domain().options.map(optionToEdited);
const summary = (change: Partial<EditedOption> = {}): EditedOption => ({ ...edited()[1]!, ...change });
const names = (change: object) => ({ de: 'a', en: 'b', fr: 'c', it: 'd', ...change });

test('What is opened and saved again is what it was', () => {
  const draftsOf = ({ options }: AdminDomain) => options.map(({ rev: _rev, ...option }) => option);
  expect(editedToPut(edited(), domain()).options).toEqual(draftsOf(domain()));
  const options = optionsFixture().map((option) => ({
    ...option,
    prompt: ' Sum it up.\n',
    enabled_by_default: true,
    roles: ['Head of ward, nights', 'doctor'],
  }));
  const former = { ...domain(), options };
  expect(editedToPut(options.map(optionToEdited), former).options).toEqual(draftsOf(former));
  expect(isChanged(edited(), domain())).toBe(false);
  expect(isChanged(edited().toReversed(), domain())).toBe(false);
});

test('A change is one, blanks around a text are none', () => {
  const change = (option: EditedOption) => [edited()[0]!, option, ...edited().slice(2)];
  expect(isChanged(change(summary({ prompt: ' Sum it up.\n' })), domain())).toBe(false);
  expect(isChanged(change(summary({ prompt: 'Otherwise.' })), domain())).toBe(true);
  expect(isChanged(change(summary({ roles: ['doctor'] })), domain())).toBe(true);
  expect(isChanged(edited().slice(1), domain())).toBe(true);
  expect(isOptionChanged(summary(), domain())).toBe(false);
  expect(isOptionChanged(summary({ enabled_by_default: false }), domain())).toBe(true);
  expect(isOptionChanged(newOption('new-1'), domain())).toBe(true);
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

test('Options that the person did not touch stay as somebody else has saved them meanwhile', () => {
  const named = (label: string, de: string) => (option: EditedOption) =>
    option.label === label ? { ...option, names: { ...option.names, de } } : option;
  const [, theirSummary, ...theirOthers] = optionsFixture();
  const theirLetter = { ...theirSummary!, label: 'letter' };
  const theirs: AdminDomain = {
    ...domain(),
    // The other person removed `minutes`, renamed `summary` and added `letter`.
    options: [{ ...theirSummary!, prompt: 'Theirs.' }, ...theirOthers, theirLetter],
  };
  const labels = (options: readonly EditedOption[]) => options.map(({ label }) => label);
  const others = theirOthers.map(({ label }) => label);

  const mineMinutes = overTheirs(edited().map(named('minutes', 'Meins')), domain(), theirs);
  expect(labels(mineMinutes)).toEqual(['summary', ...others, 'letter', 'minutes']);
  expect(mineMinutes[0]!.prompt).toBe('Theirs.');
  expect(mineMinutes.at(-1)!.names.de).toBe('Meins');

  const mineSummary = overTheirs(edited().map(named('summary', 'Meins')), domain(), theirs);
  expect(labels(mineSummary)).toEqual(['summary', ...others, 'letter']);
  expect(mineSummary[0]).toMatchObject({ prompt: 'Sum it up.', names: { de: 'Meins' } });

  const withoutSummary = edited().filter(({ label }) => label !== 'summary');
  const mineNew = { ...newOption('new-1'), label: ' letter ', prompt: 'Mine.' };
  const removed = overTheirs([...withoutSummary, mineNew], domain(), theirs);
  expect(labels(removed)).toEqual([...others, ' letter ']);
});

test('Two options with the same label are both kept, and the label is shown as taken', () => {
  const theirs = domain();
  const twice = ['new-1', 'new-2'].map((key) => ({ ...newOption(key), label: 'letter' }));
  const keys = (options: readonly EditedOption[]) => options.map(({ key }) => key);
  const both = overTheirs([...edited(), ...twice], domain(), theirs);
  expect(keys(both)).toEqual([...keys(edited()), 'new-1', 'new-2']);
  expect(problemsOf(both).get('new-2')).toMatchObject({ label: 'labelTwice' });

  const asFormer = { ...newOption('new-1'), label: 'summary' };
  expect(keys(overTheirs([...edited(), asFormer], domain(), theirs))).toEqual([...keys(edited()), 'new-1']);
});

test('A touched option keeps only the roles that it has in the version of the other person', () => {
  const withRoles = (roles: string[]): AdminDomain => ({
    ...domain(),
    options: optionsFixture().map((option) => ({ ...option, roles })),
  });
  const mine = withRoles(['doctor', 'nurse'])
    .options.map(optionToEdited)
    .map((option) => ({ ...option, prompt: 'Mine.' }));
  const theirs = withRoles(['nurse']);
  const withoutFirst = { ...theirs, options: theirs.options.slice(1) };
  const merged = overTheirs(mine, withRoles(['doctor', 'nurse']), withoutFirst);
  const rolesOf = (label: string) => merged.find((option) => option.label === label)?.roles;
  expect(rolesOf(theirs.options[1]!.label)).toEqual(['nurse']);
  expect(rolesOf(theirs.options[0]!.label)).toEqual([]);
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
  expect(putDomainSchema.safeParse(editedToPut(options, domain())).success).toBe(false);
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
  expect(putDomainSchema.safeParse(editedToPut(options, domain())).success).toBe(true);
});
