import type { Db } from '#api/db/open.ts';
import type { SessionRow } from '#api/session/session.store.ts';
import { correctedWords } from '#api/user/correction.store.ts';
import { speakerNames } from './edit.store.ts';

/** Largest number of terms for an engine. Engines use a few dozen and drop the rest. */
export const maxVocabulary = 100;

/**
 * Returns a function that reads a person's own terms for the engine: the names of the session's speakers, then the
 * words that the person has corrected in any session, most used first.
 */
export function createVocabulary(db: Db) {
  return async (session: Pick<SessionRow, 'id' | 'host' | 'user_id'>): Promise<string[]> => {
    const owner = { host: session.host, userId: session.user_id };
    const names = await speakerNames(db, session.id);
    const words = await correctedWords(db, owner, maxVocabulary);
    return [...new Set([...names, ...words])].slice(0, maxVocabulary);
  };
}
