import { limits } from '#api/contract/limits.ts';
import { createKeptStore } from '#web/lib/idb.ts';
import type { FileFacts, KeepScope } from '#workers/encode/keep.contract.ts';

/** What was last done to one file. */
export type EditsRecord = {
  edits: unknown;
  /** The person let go of it: what else is kept of it goes too. */
  isDiscarded: boolean;
  atMs: number;
};

/** Edits of one session's files on this device, beside the recording that the workers keep. Rejects where the browser keeps nothing. */
export type EditsStore = Disposable & {
  read(file: FileFacts): Promise<EditsRecord | null>;
  /** Begun before it returns: a page that ends the next moment has written it. */
  write(file: FileFacts, record: EditsRecord): Promise<void>;
  /** Of one file, or of the whole session. */
  remove(file: FileFacts | null): Promise<void>;
};

type Entry = EditsRecord & { user: string; session: string; file: string };

const openStore = () => createKeptStore<Entry>('upload-edits', 'entry', ['user', 'session', 'file']);
const everything = () => IDBKeyRange.lowerBound(['']);
const keyOf = ({ user, session, file }: Entry): IDBValidKey => [user, session, file];
const fileKey = ({ name, bytes, lastModifiedMs }: FileFacts) => JSON.stringify([name, bytes, lastModifiedMs]);

/** IndexedDB, and from the page itself: what a worker writes ends with the page in the middle. */
export function createEditsStore(
  { userId: user, sessionId: session }: KeepScope,
  now: () => number = Date.now,
): EditsStore {
  const store = openStore();
  const own = () => store.all(IDBKeyRange.bound([user, session], [user, session, []]));
  let swept: Promise<void> | null = null;
  /** What has expired, and what belongs to other people. */
  const sweep = async () => {
    const isOver = (entry: Entry) => entry.user !== user || now() - entry.atMs >= limits.storedUploadExpiryMs;
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
    write: (facts, record) => store.write({ put: { ...record, user, session, file: fileKey(facts) } }),
    async remove(facts) {
      const keys = facts ? [[user, session, fileKey(facts)]] : (await own()).map(keyOf);
      await store.write({ remove: keys });
    },
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
}

/** Removes the edits of one person, or of all, in this browser: at sign-out. */
export async function clearKeptEdits(userId: string | null): Promise<void> {
  using store = openStore();
  try {
    const entries = await store.all(everything());
    await store.write({
      remove: entries.filter(({ user }) => userId === null || user === userId).map(keyOf),
    });
  } catch {
    // nothing was kept
  }
}
