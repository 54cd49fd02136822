import { describe, expect, it } from 'vitest';
import { rolesOfClaim } from './role-claim.rules.ts';

const roles = { arzt: 'doctor', pflege: 'nurse', leitung: 'doctor' };
const of = (payload: object, role_claim: string | null = 'roles') =>
  rolesOfClaim(payload, { role_claim, roles });

describe('the roles in a claim', () => {
  it.each([
    ['a text', { roles: 'arzt' }, ['doctor']],
    ['a list', { roles: ['pflege', 'arzt'] }, ['doctor', 'nurse']],
    ['values of one role', { roles: ['arzt', 'leitung'] }, ['doctor']],
    ['unknown values', { roles: ['chef', 'toString', '__proto__'] }, []],
    ['values that are no texts', { roles: [1, null, { arzt: true }, ['arzt']] }, []],
    ['no claim', {}, []],
  ])('are those of %s', (_what, payload, ids) => {
    expect(of(payload)).toEqual(ids);
  });

  it('stand under a name, or under a path', () => {
    expect(of({ realm_access: { roles: ['arzt'] } }, 'realm_access.roles')).toEqual(['doctor']);
    expect(of({ 'https://wort.example/roles': 'pflege' }, 'https://wort.example/roles')).toEqual(['nurse']);
    expect(of({ realm_access: 'arzt' }, 'realm_access.roles')).toEqual([]);
    expect(of({ roles: 'arzt' }, 'constructor.name')).toEqual([]);
  });

  it('are none where the host names no claim', () => {
    expect(of({ roles: 'arzt' }, null)).toEqual([]);
  });
});
