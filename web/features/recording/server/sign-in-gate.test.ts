import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { isTokenOf, rememberPerson, subjectOf } from '#web/lib/token-subject.ts';
import { createSignInGate, type SignInGateDeps } from './sign-in-gate.ts';

const tokenOf = (claims: object) => `e30.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.x`;

function open(change: Partial<SignInGateDeps> = {}) {
  const told: boolean[] = [];
  let isThere = false;
  const signedIn = createSignInGate({
    headers: async () => ({ authorization: 'Bearer x' }),
    isSignedIn: () => isThere,
    onChange: () => () => {},
    lookEveryMs: 1,
    onSignedOut: (isSignedOut) => told.push(isSignedOut),
    ...change,
  });
  onTestFinished(() => signedIn[Symbol.dispose]());
  return {
    signedIn,
    told,
    signIn() {
      isThere = true;
    },
  };
}

test('Headers are given when the person is signed in again, however that is noticed', async () => {
  const { signedIn, told, signIn } = open();
  const headers = signedIn.headers();
  await eventually(() => expect(told).toContain(true));
  signIn();
  expect(await headers).toEqual({ authorization: 'Bearer x' });
  expect(told.at(-1)).toBe(false);
});

test('Headers whose renewal ended the sign-in are not given', async () => {
  let isThere = true;
  let calls = 0;
  const { signedIn } = open({
    async headers() {
      calls += 1;
      isThere = calls > 1;
      return { call: String(calls) };
    },
    isSignedIn: () => isThere,
    onSignedOut(isSignedOut) {
      isThere ||= isSignedOut;
    },
  });
  expect(await signedIn.headers()).toEqual({ call: '2' });
});

test('Who waits is let go when the recording ends', async () => {
  const { signedIn, told } = open();
  const waiting = signedIn.wait();
  await eventually(() => expect(told).toContain(true));
  signedIn[Symbol.dispose]();
  await expect(waiting).rejects.toThrow('ended');
});

test('A token tells whose it is', () => {
  expect(subjectOf(tokenOf({ sub: 'anna' }))).toBe('anna');
  expect(subjectOf(tokenOf({ aud: 'x' }))).toBeNull();
  expect(subjectOf('opaque')).toBeNull();
  expect(subjectOf('a.!!.b')).toBeNull();
});

test('Nobody sends in another’s name; a token that says nothing is left to the server', () => {
  rememberPerson(tokenOf({ sub: 'sub of anna' }), { id: 'anna', sub: 'sub of anna' });
  rememberPerson(tokenOf({ sub: 'sub of bert' }), { id: 'bert', sub: 'sub of bert' });
  expect(isTokenOf(tokenOf({ sub: 'sub of anna' }), 'anna')).toBe(true);
  expect(isTokenOf(tokenOf({ sub: 'sub of anna', exp: 1 }), 'anna')).toBe(true);
  expect(isTokenOf(tokenOf({ sub: 'sub of bert' }), 'anna')).toBe(false);
  expect(isTokenOf(tokenOf({ sub: 'unknown' }), 'anna')).toBe(false);
  expect(isTokenOf('opaque', 'anna')).toBe(true);
  expect(isTokenOf(null, 'anna')).toBe(false);
});
