import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { recoveryCodeCount } from '#api/contract/second-factor.ts';
import { passkeyPlace } from './passkey-place.rules.ts';
import { challengeOf } from './passkeys.ts';
import { hashOfCode, recoveryCodesOf } from './recovery-code.rules.ts';
import { seal, unseal } from './sealed.ts';
import { newTotpSecret, stepOfCode, totpAddress } from './totp.rules.ts';

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const key = Buffer.alloc(32, 7);

describe('a code of an app', () => {
  it('is that of RFC 6238, appendix B', () => {
    // The RFC has eight digits, of which an app shows the last six.
    expect(stepOfCode(secret, '287082', 59_000)).toBe(1);
    expect(stepOfCode(secret, '081804', 1_111_111_109_000)).toBe(37_037_036);
    expect(stepOfCode(secret, '353130', 20_000_000_000_000)).toBe(666_666_666);
  });

  it('counts in its own step, the one before and the one after, and tells which', () => {
    const nowMs = 1_700_000_000_000;
    const step = Math.floor(nowMs / 30_000);
    const at = (delta: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: nowMs + delta * 30_000 });
    expect([-2, -1, 0, 1, 2].map((delta) => stepOfCode(secret, at(delta), nowMs))).toEqual([
      null,
      step - 1,
      step,
      step + 1,
      null,
    ]);
  });

  it('belongs to a new secret of 160 bits, which its address names', () => {
    const made = newTotpSecret();
    expect(made).toMatch(/^[A-Z2-7]{32}$/);
    expect(made).not.toBe(newTotpSecret());
    const address = totpAddress(made, 'wort.example', 'petra@example.org');
    expect(address).toMatch(/^otpauth:\/\/totp\//);
    const { searchParams, pathname } = new URL(address);
    expect(searchParams.get('secret')).toBe(made);
    expect(searchParams.get('issuer')).toBe('Wortlaut wort.example');
    expect(decodeURIComponent(pathname)).toContain('petra@example.org');
  });
});

describe('recovery codes', () => {
  it('follow from key and seed alone, and differ', () => {
    const codes = recoveryCodesOf(key, 'a');
    expect(codes).toHaveLength(recoveryCodeCount);
    expect(
      new Set([...codes, ...recoveryCodesOf(key, 'b'), ...recoveryCodesOf(Buffer.alloc(32), 'a')]).size,
    ).toBe(3 * recoveryCodeCount);
    expect(recoveryCodesOf(key, 'a')).toEqual(codes);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hj-km-np-tv-z]{4}(-[0-9a-hj-km-np-tv-z]{4}){3}$/);
  });

  it('are compared without case, spaces and dashes', () => {
    const [code = ''] = recoveryCodesOf(key, 'a');
    const typed = [code.toUpperCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ')} `];
    expect(new Set(typed.map(hashOfCode))).toEqual(new Set([hashOfCode(code)]));
    expect(hashOfCode(code)).not.toContain(code.slice(0, 4));
  });
});

describe('a secret that is stored', () => {
  it('is read with its key and for its account only, and not if a byte was changed', () => {
    const sealed = seal(key, 'konto', secret);
    expect(sealed).not.toContain(secret);
    expect(sealed).not.toBe(seal(key, 'konto', secret));
    expect(unseal(key, 'konto', sealed)).toBe(secret);
    expect(unseal(Buffer.alloc(32), 'konto', sealed)).toBeNull();
    expect(unseal(key, 'anderes', sealed)).toBeNull();
    const bytes = Buffer.from(sealed, 'base64url');
    for (const at of [0, 12, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      expect(unseal(key, 'konto', changed.toString('base64url'))).toBeNull();
    }
    expect(unseal(key, 'konto', '')).toBeNull();
  });
});

describe('passkeys', () => {
  it.each([
    ['https://wort.example', { origin: 'https://wort.example', rpId: 'wort.example' }],
    ['https://wort.example:8443', { origin: 'https://wort.example:8443', rpId: 'wort.example' }],
    ['http://localhost:3000', { origin: 'http://localhost:3000', rpId: 'localhost' }],
    ['http://wort.example', null],
    ['https://192.168.1.5', null],
    ['https://[::1]:3000', null],
    ['http://127.0.0.1:3000', null],
  ])('at %s: %o', (publicUrl, place) => {
    expect(passkeyPlace(publicUrl)).toEqual(place);
  });

  it('name the challenge that they answer; nonsense names none', () => {
    const data = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    expect(challengeOf(data({ challenge: 'abc' }))).toBe('abc');
    expect([data({}), data('x'), data({ challenge: 5 }), 'AAAA', ''].map(challengeOf)).toEqual(
      Array.from({ length: 5 }, () => ''),
    );
  });
});
