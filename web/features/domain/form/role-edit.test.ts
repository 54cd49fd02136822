import { expect, test } from 'vitest';
import { optionsFixture } from '#web/testing/option-fixture.ts';
import { roleFixture } from '#web/testing/domain-fixture.ts';
import {
  editedToRoles,
  mergedRoles,
  moved,
  newRole,
  optionsOfRole,
  roleId,
  roleName,
  roleProblems,
  rolesToEdited,
  withDefault,
  withNames,
} from './role-edit.rules.ts';

const doctor = roleFixture('aerztin', 'Ärztin', { is_default: true });
const nurse = roleFixture('pflege', 'Pflege');
const edited = () => rolesToEdited([doctor, nurse]);

test.each([
  ['Ärztin', [], 'arztin'],
  ['  Leitung / Nacht! ', [], 'leitung-nacht'],
  ['Pflege', ['pflege'], 'pflege-2'],
  ['Pflege', ['pflege', 'pflege-2'], 'pflege-3'],
  ['Größe', [], 'grosse'],
  ['看護師', [], '看護師'],
  ['…', [], ''],
  ['x'.repeat(80), [], 'x'.repeat(56)],
])('The id of %s', (name, taken, expected) => {
  expect(roleId(name, taken)).toBe(expected);
});

test('A name falls back to English, German, French, Italian', () => {
  const role = roleFixture('a', '', { role_name_fr: 'Médecin', role_name_it: 'Medico' });
  expect(roleName(role, 'de')).toBe('Médecin');
  expect(roleName(role, 'it')).toBe('Medico');
  expect(roleName({ ...role, role_name_en: 'Doctor' }, 'de')).toBe('Doctor');
});

test('The id of a new role follows its name, that of a stored one stays', () => {
  const both = [...edited(), newRole('new')];
  const named = withNames(both, 'new', { role_name_de: 'Pflege' }, 'de');
  expect(named.at(-1)).toMatchObject({ id: 'pflege-2', role_name_de: 'Pflege' });
  expect(withNames(named, 'new', { role_name_de: 'Labor' }, 'de').at(-1)?.id).toBe('labor');
  expect(withNames(named, 'pflege', { role_name_de: 'Spitex' }, 'de')[1]).toMatchObject({
    id: 'pflege',
    role_name_de: 'Spitex',
  });
});

test('One role is the default at most', () => {
  expect(withDefault(edited(), 'pflege', true).map(({ is_default }) => is_default)).toEqual([false, true]);
  expect(withDefault(edited(), 'pflege', false).some(({ is_default }) => is_default)).toBe(false);
});

test('A role moves up and down, and not beyond the ends', () => {
  const ids = (roles: readonly { id: string }[]) => roles.map(({ id }) => id);
  expect(ids(moved(edited(), 'pflege', -1))).toEqual(['pflege', 'aerztin']);
  expect(ids(moved(edited(), 'pflege', 1))).toEqual(['aerztin', 'pflege']);
  expect(ids(moved(edited(), 'aerztin', -1))).toEqual(['aerztin', 'pflege']);
});

test('A role without a name, with a long one, and with the id of another one has a problem', () => {
  expect(roleProblems(edited()).size).toBe(0);
  expect(roleProblems([newRole('new')]).get('new')).toBe('name');
  const sign = { ...newRole('new'), role_name_de: '…' };
  expect(roleProblems([sign]).get('new')).toBe('name');
  const long = { ...newRole('new'), id: 'x', role_name_de: 'x'.repeat(81) };
  expect(roleProblems([long]).get('new')).toBe('nameLong');
  const twice = { ...newRole('new'), id: 'pflege', role_name_de: 'Pflege' };
  expect(roleProblems([...edited(), twice]).get('new')).toBe('id');
});

test('The options that name a role are found', () => {
  const options = optionsFixture().map((option) =>
    option.label === 'minutes' ? { ...option, roles: ['pflege', 'labor'] } : option,
  );
  expect(optionsOfRole(options, 'pflege').map(({ label }) => label)).toEqual(['minutes']);
  expect(optionsOfRole(options, 'aerztin')).toEqual([]);
});

test('Changes of two people come together, with one default', () => {
  const base = [doctor, nurse];
  const labour = roleFixture('labor', 'Labor');
  const mine = [
    { ...doctor, is_default: false },
    { ...nurse, is_default: true },
  ];
  const theirs = [{ ...nurse, role_name_en: 'Care' }, doctor, labour];
  expect(mergedRoles(base, mine, theirs)).toEqual([
    { ...nurse, is_default: true },
    { ...doctor, is_default: false },
    labour,
  ]);
  // The role that they removed is gone, the one that I renamed and they left alone has my name.
  const renamed = [doctor, { ...nurse, role_name_de: 'Spitex' }];
  expect(mergedRoles(base, renamed, [nurse])).toEqual([{ ...nurse, role_name_de: 'Spitex' }]);
  // Only I changed the order.
  expect(mergedRoles(base, [nurse, doctor], base).map(({ id }) => id)).toEqual(['pflege', 'aerztin']);
});

test('What is saved has trimmed names and nothing of the form', () => {
  const [saved] = editedToRoles([{ ...newRole('new'), id: 'labor', role_name_de: ' Labor ' }]);
  expect(saved).toEqual(roleFixture('labor', 'Labor'));
});
