import { passHead } from './pass-token.ts';

/**
 * Returns the header with the token of this pairing's pass, for calls that are sent with it even if somebody is signed in. It is empty
 * if this phone has no such token.
 */
export function passHeader(pairingId: string): Record<string, string> {
  const head = passHead();
  return head?.pairingId === pairingId && head.token !== null
    ? { authorization: `Bearer ${head.token}` }
    : {};
}
