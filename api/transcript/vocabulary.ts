import type { Db } from '#api/db/open.ts';
import type { SessionRow } from '#api/session/session.store.ts';
import { correctedWords } from '#api/user/correction.store.ts';
import { speakerNames } from './edit.store.ts';

/** Engines take a few dozen at most; what they cannot hold is theirs to leave out. */
export const maxVocabulary = 100;

/**
 * What the person of a session calls things, for the engine: the names that they gave to its speakers, then the words that
 * they corrected in any session, the most used first. Only ever their own.
 */
export function createVocabulary(db: Db) {
  return async (session: Pick<SessionRow, 'id' | 'host' | 'user_id'>): Promise<string[]> => {
    const owner = { host: session.host, userId: session.user_id };
    const names = await speakerNames(db, session.id);
    const words = await correctedWords(db, owner, maxVocabulary);
    return [...new Set([...names, ...words])].slice(0, maxVocabulary);
  };
}
