import type { JWTPayload, JWTVerifyGetKey } from 'jose';

/** Time for which the server trusts a verified token without verifying it again, ms. A withdrawn key works for this time longer. */
const keptMs = 10_000;
/** Number of tokens of one provider that are remembered. The one that was verified first is forgotten. */
const mostTokens = 5_000;
/** Tolerance for the expiry of a token, s. The clock of its provider may be slow. */
export const clockToleranceS = 5;

type Verified = { payload: JWTPayload; fromMs: number; untilMs: number };

/** The tokens that were verified in the last seconds. A page sends the same token with each call, and to verify it takes long. */
const byKeys = new WeakMap<JWTVerifyGetKey, Map<string, Verified>>();

/** What a token was verified against. Another issuer or audience needs its own verification. */
type Against = { token: string; issuer: string; audience: string | null };
const nameOf = ({ token, issuer, audience }: Against): string => JSON.stringify([issuer, audience, token]);

/** Returns the payload of a token whose signature and claims were verified less than 10 s ago and that has not expired since; else null. */
export function recentPayload(keys: JWTVerifyGetKey, against: Against, nowMs: number): JWTPayload | null {
  const found = byKeys.get(keys)?.get(nameOf(against));
  return found && nowMs >= found.fromMs && nowMs < found.untilMs ? found.payload : null;
}

/** Remembers the payload of a token that was verified now. */
export function rememberPayload(
  keys: JWTVerifyGetKey,
  against: Against,
  { payload, nowMs }: { payload: JWTPayload; nowMs: number },
): void {
  const known = byKeys.get(keys) ?? new Map<string, Verified>();
  byKeys.set(keys, known);
  const name = nameOf(against);
  const expiresMs = ((payload.exp ?? 0) + clockToleranceS) * 1000;
  // A Map keeps the order of insertion, so the oldest entry comes first.
  known.delete(name);
  known.set(name, { payload, fromMs: nowMs, untilMs: Math.min(nowMs + keptMs, expiresMs) });
  for (const [oldest, { untilMs }] of known) {
    if (untilMs > nowMs && known.size <= mostTokens) return;
    known.delete(oldest);
  }
}
