import type { ColumnType, Generated } from 'kysely';

type Flag = ColumnType<0 | 1, 0 | 1 | undefined, 0 | 1>;

type Json = string;

/** A shelf of the search index: consecutive sessions of one person, at most 2,048 sessions or about 400,000 words. */
export type SearchShelfTable = {
  id: Generated<number>;
  host: string;
  user_id: string;
  sessions: Generated<number>;
  words: Generated<number>;
};

/**
 * A session in lists and in the search. `no` ascends with time and determines the shelf. Title and times are copied
 * from the session. `stamp` identifies the indexed state. Triggers add and update the row.
 */
export type SearchEntryTable = {
  no: number;
  session_id: string;
  title: string;
  created_at: number;
  audio_at: number | null;
  stamp: string | null;
  words: Generated<number>;
};

/** A searchable piece of a transcript (`chapter.rules.ts`). Its folded words are in `search_text` under the same id. */
export type SearchChapterTable = {
  id: number;
  digest: string;
  own: number;
  folded: string;
  words: string;
  starts: string;
  segments: Json;
};

/** Sessions that must be indexed again. Triggers add the rows. */
export type SearchDirtyTable = { session_id: string; is_old: Flag };

/** Number of deleted chapters whose words still occupy pages of the index. The table has one row. */
export type SearchWasteTable = { chapters: number };
