import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import {
  pairingCodeLength,
  pairingCodeLetters,
  type Pairing,
  type PairingEnd,
} from '#api/contract/pairing.ts';
import type { Owner } from '#api/db/owner.ts';
import { isLoopback, originOf } from '#api/http/host.rules.ts';
import type { SignInPlace } from '#api/http/tenant.ts';
import { isoTime } from '#api/lib/clock.ts';
import { hashOf } from '#api/lib/secret-text.ts';
import type { PairingRow } from './pairing.store.ts';

export const newPairingCode = (): string =>
  Array.from({ length: pairingCodeLength }, () =>
    pairingCodeLetters.charAt(randomInt(pairingCodeLetters.length)),
  ).join('');

/** Returns six digits, which two people can compare. */
export const newVerificationCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/**
 * Returns the keyed hash as which a code is stored. With a hash without a key, somebody who has a copy of the database could find the
 * code by trying all codes. Host and person are part of the hash, so that nobody finds the code of somebody else.
 */
export const hashOfCode = (key: Buffer, { host, userId }: Owner, code: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([host, userId, code]))
    .digest('hex');

/** Compares the secret of a phone with its stored hash in constant time. */
export const isClaim = (claim: string, hash: string | null): boolean =>
  hash !== null && timingSafeEqual(Buffer.from(hashOf(claim)), Buffer.from(hash));

/**
 * Returns the address of the page at which a phone joins; null if a phone cannot use it. Browsers give the microphone to https pages
 * only, and a loopback address leads a phone to itself.
 */
export function phonePage(publicUrl: string, { host, tenant }: SignInPlace): string | null {
  const origin = tenant.isPublic ? new URL(publicUrl).origin : originOf(publicUrl, host);
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' && !isLoopback(hostname) ? `${origin}/pair` : null;
}

/**
 * True if the sign-in is that of the phone and not also that of the desktop. An external provider does not tell which sign-in a call
 * comes from; then it is false.
 */
export const isOnlyPhone = (
  { desktop_sign_in: desktop, phone_sign_in: phone }: Pick<PairingRow, 'desktop_sign_in' | 'phone_sign_in'>,
  signIn: string | null,
): boolean => signIn !== null && signIn === phone && signIn !== desktop;

/**
 * Returns why a pairing that nobody has ended is over; null if it goes on. It is over when the session that the phone records has its
 * audio, when the person is locked or has signed out on both sides, or when its time is up.
 */
export function endOf(row: PairingRow, nowMs: number): PairingEnd | null {
  if (row.has_audio) return 'finished';
  const hasPhone = row.claim_hash !== null;
  const signIns = hasPhone ? [row.desktop_sign_in, row.phone_sign_in] : [row.desktop_sign_in];
  // A sign-in is null if it is at an external provider, which does not tell when it ends.
  const isKnown = signIns.every((signIn) => signIn !== null);
  if (row.locked === 1 || (isKnown && row.is_signed_in === 0)) return 'closed';
  return row.expires_at <= nowMs ? 'time' : null;
}

/** Returns a pairing as both sides see it. */
export function toPairing(row: PairingRow, nowMs: number): Pairing {
  const isOver = row.ended !== null;
  return {
    id: row.id,
    session_id: row.session_id,
    session_title: row.title,
    state: isOver ? 'expired' : row.state,
    ended: row.ended,
    expires_at: isoTime(isOver ? Math.min(row.expires_at, row.ended_at ?? nowMs) : row.expires_at),
    expires_in_ms: isOver ? 0 : Math.max(0, row.expires_at - nowMs),
    device: row.device,
    verification_code: !isOver && row.state === 'waiting' ? row.verification_code : null,
  };
}
