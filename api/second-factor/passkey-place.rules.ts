import { isIP } from 'node:net';

/** Where passkeys of this server work: at one origin. `rpId` is its host, which each passkey is bound to. */
export type PasskeyPlace = { origin: string; rpId: string };

/**
 * Returns where passkeys work by the public address; null if browsers allow none there. They want a host name, and HTTPS except on
 * the machine itself.
 */
export function passkeyPlace(publicUrl: string): PasskeyPlace | null {
  const { origin, hostname, protocol } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return null;
  return protocol === 'https:' || isLocal ? { origin, rpId: hostname } : null;
}
