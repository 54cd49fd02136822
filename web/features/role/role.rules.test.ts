import { describe, expect, it } from 'vitest';
import type { Role } from '#api/contract/role.ts';
import {
  canChangeTo,
  chosenBeforehand,
  mustChoose,
  readSkipped,
  roleName,
  withoutPerson,
  withPerson,
} from './role.rules.ts';

const role = (id: string, fields: Partial<Role> = {}): Role => ({
  id,
  role_name_de: 'Ärztin',
  role_name_en: 'Doctor',
  role_name_fr: 'Médecin',
  role_name_it: 'Medica',
  is_default: false,
  ...fields,
});
const a = role('a');
const b = role('b', { is_default: true });

describe('The name of a role', () => {
  const none = { role_name_de: '', role_name_en: '', role_name_fr: ' ', role_name_it: '' };
  it.each([
    ['in the language of the person', {}, 'fr', 'Médecin'],
    ['in English', { role_name_fr: '' }, 'fr', 'Doctor'],
    ['in German', { role_name_fr: '', role_name_en: ' ' }, 'fr', 'Ärztin'],
    ['in French', { ...none, role_name_fr: 'Médecin', role_name_it: 'Medica' }, 'de', 'Médecin'],
    ['in Italian', { ...none, role_name_it: 'Medica' }, 'de', 'Medica'],
    ['in English for a language that the page does not have', {}, 'rm', 'Doctor'],
    ['that nobody has given', none, 'it', '?'],
  ])('%s', (_, fields, language, name) => {
    expect(roleName(role('a', fields), language, '?')).toBe(name);
  });
});

describe('The choice', () => {
  it.each([
    ['several roles, none chosen', [a, b], null, true],
    ['several roles, one chosen', [a, b], a, false],
    ['one role', [b], null, false],
    ['no role', [], null, false],
    ['the chosen one not known yet', [a, b], undefined, false],
  ])('is asked for as it should be: %s', (_, available, current, must) => {
    expect(mustChoose({ available, current })).toBe(must);
  });

  it.each([
    ['several roles', [a, b], null, true],
    ['several roles, one chosen', [a, b], b, true],
    ['the default role alone', [b], null, false],
    ['one role, which is chosen', [a], a, false],
    ['one role, which is neither chosen nor the default one', [a], null, true],
    ['no role', [], null, false],
  ])('is offered in the menu where it changes something: %s', (_, available, current, can) => {
    expect(canChangeTo({ available, current })).toBe(can);
  });

  it.each([
    ['the current role', [a, b], a, 'a'],
    ['the default role', [a, b], null, 'b'],
    ['nothing', [a], null, ''],
  ])('begins with %s', (_, available, current, id) => {
    expect(chosenBeforehand({ available, current })).toBe(id);
  });
});

describe('A skipped choice', () => {
  it.each([
    [null, []],
    ['["p1","p2"]', ['p1', 'p2']],
    ['["p1",2,null]', ['p1']],
    ['true', []],
    ['{"p1":1}', []],
    ['not JSON', []],
  ])('is read from %s as %j', (stored, ids) => {
    expect(readSkipped(stored)).toEqual(ids);
  });

  it('is kept for each person once, for the last 50', () => {
    expect(withPerson(['p1', 'p2'], 'p1')).toEqual(['p2', 'p1']);
    expect(withoutPerson(['p1', 'p2'], 'p1')).toEqual(['p2']);
    const many = Array.from({ length: 60 }, (_, at) => `p${at}`).reduce<string[]>(withPerson, []);
    expect([many.length, many[0], many.at(-1)]).toEqual([50, 'p10', 'p59']);
  });
});
