import { expect, test } from 'vitest';
import { passkeyProblem } from './passkey-support.rules.ts';

const fine = {
  passkeyOrigin: 'https://wort.example',
  origin: 'https://wort.example',
  isSecure: true,
  hasWebAuthn: true,
};

test.each([
  [{}, null],
  [{ hasWebAuthn: false }, 'browser'],
  [{ isSecure: false, hasWebAuthn: false }, 'insecure'],
  [{ origin: 'https://other.example' }, 'address'],
  // The port belongs to the origin.
  [{ origin: 'https://wort.example:8443' }, 'address'],
  [{ passkeyOrigin: null }, 'server'],
] as const)('passkeys with %o: %s', (change, problem) => {
  expect(passkeyProblem({ ...fine, ...change })).toBe(problem);
});
