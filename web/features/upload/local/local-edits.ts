import { limits } from '#api/contract/limits.ts';
import { createKeptStore } from '#web/lib/idb.ts';
import type { FileFacts, KeepScope } from '#workers/keep/keep.contract.ts';

export type EditsRecord = {
  edits: unknown;
  /** True if the person has discarded the file. Its analysis and mp3 have to be deleted too. */
  isDiscarded: boolean;
  atMs: number;
};

/** Stores the edits of one session's files on this device. Calls reject if the browser stores nothing. */
export type EditsStore = Disposable & {
  read(file: FileFacts): Promise<EditsRecord | null>;
  /** Starts the write before it returns, so that the edits are not lost if the page is closed right after that. */
  write(file: FileFacts, record: EditsRecord): Promise<void>;
  /** Removes the edits of one file, or of all files of the session if `file` is null. */
  remove(file: FileFacts | null): Promise<void>;
};

type Entry = EditsRecord & { user: string; session: string; file: string };

const openStore = () => createKeptStore<Entry>('upload-edits', ['user', 'session', 'file']);
const everything = () => IDBKeyRange.lowerBound(['']);
const keyOf = ({ user, session, file }: Entry): IDBValidKey => [user, session, file];
const fileKey = ({ name, bytes, lastModifiedMs }: FileFacts) => JSON.stringify([name, bytes, lastModifiedMs]);

/** The page itself writes the edits to IndexedDB, because a write that a worker has begun is aborted when the page is closed. */
export function createEditsStore(
  { userId: user, formerId, sessionId: session }: KeepScope,
  now: () => number = Date.now,
): EditsStore {
  const store = openStore();
  const ids = formerId === undefined ? [user] : [user, formerId];
  /** All entries of the session, those under the person's own id first. */
  const own = async () => {
    const found = ids.map((id) => store.all(IDBKeyRange.bound([id, session], [id, session, []])));
    return (await Promise.all(found)).flat();
  };
  const keysOf = (file: string) => ids.map((id) => [id, session, file]);
  let swept: Promise<void> | null = null;
  const sweep = async () => {
    const isOver = (entry: Entry) =>
      !ids.includes(entry.user) || now() - entry.atMs >= limits.storedUploadExpiryMs;
    const remove = (await store.all(everything())).filter(isOver).map(keyOf);
    if (remove.length > 0) await store.write({ remove });
  };
  return {
    async read(facts) {
      await (swept ??= sweep().catch(() => {}));
      const file = fileKey(facts);
      const { edits, isDiscarded, atMs } = (await own()).find((entry) => entry.file === file) ?? {};
      return atMs === undefined ? null : { edits, isDiscarded: isDiscarded ?? false, atMs };
    },
    write(facts, record) {
      const file = fileKey(facts);
      // What lies under the former id moves in the same write.
      return store.write({ put: { ...record, user, session, file }, remove: keysOf(file).slice(1) });
    },
    async remove(facts) {
      const keys = facts ? keysOf(fileKey(facts)) : (await own()).map(keyOf);
      await store.write({ remove: keys });
    },
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
}

/** Removes the edits of the person with these ids, or of all people if they are null, from this browser. Called at a sign-out. */
export async function clearLocalEdits(userIds: readonly string[] | null): Promise<void> {
  using store = openStore();
  try {
    const entries = await store.all(everything());
    await store.write({
      remove: entries.filter(({ user }) => userIds === null || userIds.includes(user)).map(keyOf),
    });
  } catch {
    // The browser denies storage, so nothing was stored.
  }
}
