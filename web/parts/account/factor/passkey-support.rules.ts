/** What decides whether this page can use passkeys. `passkeyOrigin`: where the server takes them; null for nowhere. */
type Surroundings = {
  passkeyOrigin: string | null;
  origin: string;
  isSecure: boolean;
  hasWebAuthn: boolean;
};

/**
 * Why this page cannot use passkeys: the public address of the server allows none (`server`), the page was opened under another
 * address (`address`), not over HTTPS (`insecure`), or the browser knows none (`browser`). Null if it can.
 */
export type PasskeyProblem = 'server' | 'address' | 'insecure' | 'browser' | null;

export function passkeyProblem({
  passkeyOrigin,
  origin,
  isSecure,
  hasWebAuthn,
}: Surroundings): PasskeyProblem {
  if (passkeyOrigin === null) return 'server';
  if (passkeyOrigin !== origin) return 'address';
  if (!isSecure) return 'insecure';
  return hasWebAuthn ? null : 'browser';
}
