import type { Db } from '#api/db/open.ts';

export type ThumbnailStore = ReturnType<typeof createThumbnailStore>;

/**
 * Stores the thumbnails of older recordings. The queries are not bound to host and person, so no route may use them.
 */
export const createThumbnailStore = (db: Db) => ({
  /** Returns sessions of all people, after this id, whose peaks have no thumbnail yet. */
  missing: (afterId: string, limit: number): Promise<{ id: string; peaks_key: string }[]> =>
    db
      .selectFrom('session')
      .innerJoin('audio', 'audio.session_id', 'session.id')
      .where('session.thumbnail', 'is', null)
      .where('session.id', '>', afterId)
      .where('audio.peaks_key', 'is not', null)
      .where('audio.deleted_at', 'is', null)
      .orderBy('session.id')
      .limit(limit)
      .select(['session.id', 'audio.peaks_key'])
      .$narrowType<{ peaks_key: string }>()
      .execute(),

  /** Stores a thumbnail. Does nothing once the audio is deleted. */
  async set(sessionId: string, thumbnail: Uint8Array): Promise<void> {
    await db
      .updateTable('session')
      .set({ thumbnail })
      .where('id', '=', sessionId)
      .where('audio_at', 'is not', null)
      .execute();
  },
});
