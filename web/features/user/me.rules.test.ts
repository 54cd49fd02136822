import { expect, it } from 'vitest';
import { type Me, meSchema } from '#api/contract/auth.ts';
import { toMe } from './me.rules.ts';

const whole: Me = {
  authenticated: true,
  user: {
    sub: 's1',
    preferred_username: 'petra',
    email: 'petra@example.ch',
    given_name: 'Petra',
    family_name: 'Muster',
    email_verified: true,
  },
  userDb: {
    id: 'u1',
    config: { preferred_language: 'fr', seen_tours: ['library'] },
    is_verified: true,
    is_superuser: false,
    quota: { used_bytes: 1, limit_bytes: 2 },
  },
};
const withUser = (change: object) => ({ ...whole, user: { ...whole.user, ...change } });
const withUserDb = (change: object) => ({ ...whole, userDb: { ...whole.userDb, ...change } });

const cases: [string, unknown][] = [
  ['a whole one', whole],
  ['one without a limit', withUserDb({ quota: null })],
  ['one without settings', withUserDb({ config: {} })],
  ['one that is signed out', { ...whole, authenticated: false }],
  ['nothing', null],
  ['a text', 'profile'],
  ['a list', []],
  ['one without a person', { authenticated: true, userDb: whole.userDb }],
  ['one without a row', { authenticated: true, user: whole.user }],
  ['a person that is a list', { ...whole, user: [] }],
  ['no answer to whether it is signed in', { ...whole, authenticated: 'yes' }],
  ...Object.keys(whole.user).map(
    (name) => [`no ${name}`, withUser({ [name]: undefined })] as [string, unknown],
  ),
  ...Object.keys(whole.userDb).map(
    (name) => [`no ${name}`, withUserDb({ [name]: undefined })] as [string, unknown],
  ),
  ['an id that is a number', withUserDb({ id: 1 })],
  ['settings that are a list', withUserDb({ config: [] })],
  ['a language that there is not', withUserDb({ config: { preferred_language: 'rm' } })],
  ['half a byte', withUserDb({ quota: { used_bytes: 0.5, limit_bytes: 2 } })],
  ['more bytes than there are', withUserDb({ quota: { used_bytes: 1, limit_bytes: 2 ** 60 } })],
  ['a limit that is a text', withUserDb({ quota: { used_bytes: 1, limit_bytes: '2' } })],
];

it.each(cases)('Schema and page agree about %s', (_name, value) => {
  expect(toMe(value)).toEqual(meSchema.safeParse(value).data ?? null);
});

it('Fields of tomorrow do not make a profile useless', () => {
  const value = { ...withUserDb({ tomorrow: 1 }), tomorrow: 1 };
  expect(toMe(value)).not.toBeNull();
  expect(meSchema.safeParse(value).success).toBe(true);
});
