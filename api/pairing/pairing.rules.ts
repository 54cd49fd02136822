import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import {
  pairingCodeLength,
  pairingCodeLetters,
  type Pairing,
  type PairingEnd,
} from '#api/contract/pairing.ts';
import { phoneTokenStart } from '#api/contract/phone-token.ts';
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
 * code by trying all codes. The host is part of the hash, and the person is not, because a phone without a sign-in does not know whose
 * code it is. The query binds the person where there is one.
 */
export const hashOfCode = (key: Buffer, host: string, code: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['code', host, code]))
    .digest('hex');

/** Returns the token of a phone without a sign-in. It follows from its claim, so that a repeated call gives the same one. */
export const phoneTokenOf = (key: Buffer, id: string, claim: string): string =>
  phoneTokenStart +
  createHmac('sha256', key)
    .update(JSON.stringify(['token', id, claim]))
    .digest('base64url');

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
 * audio, when the person is locked or has signed out on both sides, or when its time is up. A phone without a sign-in cannot send
 * anything after the end. So its pairing goes on until everything that it began is complete, and a sign-out of the desktop does not end it.
 */
export function endOf(row: PairingRow, nowMs: number): PairingEnd | null {
  if (row.has_audio && !row.is_unsent) return 'finished';
  const hasPhone = row.claim_hash !== null;
  const signIns = hasPhone ? [row.desktop_sign_in, row.phone_sign_in] : [row.desktop_sign_in];
  // A sign-in is null if it is at an external provider, which does not tell when it ends, and on a phone without a sign-in.
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
