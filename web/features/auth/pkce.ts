/** Proof key for code exchange, RFC 7636. */
import { toBase64Url } from '#web/lib/random-token.ts';

/** Returns the code challenge of a verifier by method S256 (RFC 7636, 4.2). Works in a secure context only. */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return toBase64Url(new Uint8Array(digest));
}
