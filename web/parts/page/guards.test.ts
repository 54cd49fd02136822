import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deepLinkPath, isAuthPath, redirectOf, safeReturnPath, signInPath } from './guards.ts';

const origin = 'https://wortlaut.test';
const anonymous = { isSignedIn: false, isSuperuser: false };
const person = { isSignedIn: true, isSuperuser: false };
const superuser = { isSignedIn: true, isSuperuser: true };

describe('Who may enter', () => {
  test('An anonymous visitor of a login screen goes to sign-in, with the full path kept', () => {
    expect(redirectOf('login', anonymous, '/library/a1?tab=audio')).toBe(
      '/signin?redirect=%2Flibrary%2Fa1%3Ftab%3Daudio',
    );
    expect(redirectOf('superuser', anonymous, '/admin/domains')).toBe('/signin?redirect=%2Fadmin%2Fdomains');
  });
  test('Who is signed in enters', () => {
    expect(redirectOf('login', person, '/library')).toBeNull();
    expect(redirectOf('superuser', superuser, '/admin/domains')).toBeNull();
  });
  test('Who is not a superuser is sent to the library', () => {
    expect(redirectOf('superuser', person, '/admin/domains')).toBe('/library');
  });
  test('Who is signed in needs no home page, no sign-in, no registration', () => {
    expect(redirectOf('home', person, '/')).toBe('/library');
    expect(redirectOf('guest', person, '/signin')).toBe('/library');
    expect(redirectOf('guest', anonymous, '/signin')).toBeNull();
    expect(redirectOf('guest', person, '/signin', '/library/a1')).toBe('/library/a1');
    expect(redirectOf('public', person, '/forgot-password')).toBeNull();
  });
});

describe('The path returned to', () => {
  test('keeps query and fragment', () => {
    expect(safeReturnPath('/library/a1?tab=audio#t=12', origin)).toBe('/library/a1?tab=audio#t=12');
  });
  test.each([
    'https://evil.test/library',
    '//evil.test/library',
    '/\\evil.test/library',
    '/\t/evil.test',
    '\\\\evil.test',
    'javascript:alert(1)',
    'library',
    '',
    '/..//evil.test',
    '/signin?redirect=/signin',
    '/auth/callback?code=1',
    '/register/',
  ])('is never %j', (target) => {
    expect(safeReturnPath(target, origin)).toBeNull();
  });
  test('never leaves the origin, whatever is asked for', () => {
    const parts = string({
      unit: constantFrom('/', '\\', '.', ':', '@', '?', '#', '%2f', '\t', '\n', 'evil.test'),
    });
    const staysHere = (target: string) => {
      const path = safeReturnPath(target, origin);
      return path === null || new URL(path, origin).origin === origin;
    };
    expect(() => assert(property(parts, staysHere), { numRuns: 2_000 })).not.toThrow();
  });
});

test('Sign-in is not asked to return to itself', () => {
  expect(signInPath({ redirect: '/signin?error=login', error: 'login' })).toBe('/signin?error=login');
  expect(signInPath({ redirect: '/' })).toBe('/signin');
  expect(isAuthPath('/auth/callback')).toBe(true);
  expect(isAuthPath('/library')).toBe(false);
});

describe('A deep link', () => {
  test('leads to the recording it names', () => {
    expect(deepLinkPath({ message: 'https://wortlaut.test/library/7b1f-a2' })).toBe('/library/7b1f-a2');
    expect(deepLinkPath({ deeplink: 'app://open/library/7b1f?x=1' })).toBe('/library/7b1f');
  });
  test('leads nowhere without one', () => {
    expect(deepLinkPath({ message: 'https://wortlaut.test/library' })).toBeNull();
    expect(deepLinkPath({ message: 'https://wortlaut.test/library/../admin' })).toBeNull();
    expect(deepLinkPath({ q: '/library/7b1f' })).toBeNull();
    expect(deepLinkPath({ deeplink: 7 })).toBeNull();
  });
});
