import { proxy } from 'valtio';

/** `isNew`: the session was made for the pairing, and is removed if no phone comes. */
type PairWish = { sessionId: string; isNew: boolean };

/**
 * Set by a press on “connect a phone” outside of the session, until the screen of the session has opened the dialog. It is kept
 * in this page only: an address alone starts no pairing, and neither does a reload.
 */
export const pairWish = proxy<{ wish: PairWish | null }>({ wish: null });

export function wishPairing(wish: PairWish): void {
  pairWish.wish = wish;
}

/** Returns the wish for this session, and forgets it. Null if there is none. */
export function takePairWish(sessionId: string): PairWish | null {
  const { wish } = pairWish;
  if (wish?.sessionId !== sessionId) return null;
  pairWish.wish = null;
  return { ...wish };
}
