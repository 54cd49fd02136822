/** Proof key for code exchange, RFC 7636. */

/** Returns 32 random octets as 43 characters, for use as a code verifier or as a state. */
export const randomToken = (): string => base64Url(crypto.getRandomValues(new Uint8Array(32)));

/** Returns the code challenge of a verifier by method S256 (RFC 7636, 4.2). Works in a secure context only. */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64Url(new Uint8Array(digest));
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
