import { describe, expect, it } from 'vitest';
import { role } from '#api/testing/build-roles.ts';
import { currentRole, heldRoles, roleInForce } from './role.rules.ts';

const roles = [role('doctor'), role('clerk', { is_default: true }), role('nurse')];
const ids = (given: string[], claimed: string[], of = roles) =>
  heldRoles(of, { given, claimed }).map(({ id }) => id);

describe('The roles of a person', () => {
  it.each([
    ['nobody has given any', [], [], ['clerk']],
    ['a superuser has given', ['nurse'], [], ['clerk', 'nurse']],
    ['the provider has named', [], ['doctor'], ['doctor', 'clerk']],
    [
      'come from both, each once, in the order of the host',
      ['nurse', 'doctor'],
      ['doctor'],
      ['doctor', 'clerk', 'nurse'],
    ],
    ['the host does not have', ['surgeon'], ['chief'], ['clerk']],
  ])('that %s', (_, given, claimed, held) => {
    expect(ids(given, claimed)).toEqual(held);
  });

  it('are none without a default role and without a gift', () => {
    expect(ids([], [], [role('doctor')])).toEqual([]);
  });
});

describe('The role in force', () => {
  it.each([
    ['is the chosen one', 'doctor', 'doctor', 'doctor'],
    ['is the default one if none is chosen', null, null, 'clerk'],
    ['is the default one if the chosen one is not held any more', 'nurse', null, 'clerk'],
    ['is the default one if that was chosen', 'clerk', 'clerk', 'clerk'],
  ])('%s', (_, chosen, current, inForce) => {
    const held = heldRoles(roles, { given: ['doctor'], claimed: [] });
    const now = currentRole(held, chosen);
    expect(now?.id ?? null).toBe(current);
    expect(roleInForce(held, now)).toBe(inForce);
  });

  it('is none if the host has no default role, also for a person with one role that is not chosen', () => {
    const held = heldRoles([role('doctor')], { given: ['doctor'], claimed: [] });
    expect(roleInForce(held, null)).toBeNull();
    expect(roleInForce(held, currentRole(held, 'doctor'))).toBe('doctor');
  });
});
