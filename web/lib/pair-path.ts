/** Returns the path of the recorder of a phone that has joined this pairing. */
export const pairPath = (pairingId: string): string => `/pair/${encodeURIComponent(pairingId)}`;
