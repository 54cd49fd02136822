import { Secret, TOTP } from 'otpauth';

/**
 * One-time codes of an authenticator app (RFC 6238), with the values that all such apps know: SHA-1, six digits, a
 * new code every 30 s.
 */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const stepMs = settings.period * 1000;
/** Number of time steps before and after the present one whose codes count too, because clocks differ. */
const window = 1;

/** Returns a new secret of 160 random bits, in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** Returns the address that an app reads from a QR code. `account` is what it shows beside the name of the host. */
export const totpAddress = (secret: string, host: string, account: string): string =>
  new TOTP({ ...settings, secret, issuer: `Wortlaut ${host}`, label: account }).toString();

/** Returns the time step that a code belongs to; null if it belongs to none of the steps that count now. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | null {
  const delta = new TOTP({ ...settings, secret }).validate({ token: code, timestamp: nowMs, window });
  return delta === null ? null : Math.floor(nowMs / stepMs) + delta;
}
