import { pairingMs } from '#api/contract/pairing.ts';
import { rememberPairing } from './remembered-pairing.ts';

/** Stores a pairing that may be connected by now, for as long as it can live then. */
export const rememberConnected = (sessionId: string, id: string): void =>
  rememberPairing(sessionId, { id, expires_at: new Date(Date.now() + pairingMs).toISOString() });
