import { limits } from '#api/contract/limits.ts';
import { serve, WorkerError } from '#workers/rpc.ts';
import { foldersIn, orNull, removeFolder } from '#workers/store/opfs-folder.ts';
import { heldLocks, holdLock } from '#workers/store/web-locks.ts';
import { keepLock, keepLocks, keepRoot, type KeepContract, type KeepScope } from './keep.contract.ts';
import { sweepable, type Leftover } from './keep.rules.ts';
import { beganAtMs, createKeptSession, type KeptSession } from './kept-session.ts';

type Folder = FileSystemDirectoryHandle;

const rootFolder = async () =>
  await (await navigator.storage.getDirectory()).getDirectoryHandle(keepRoot, { create: true });

async function leftoversIn(root: Folder): Promise<Leftover[]> {
  const held = await heldLocks();
  const leftovers: Leftover[] = [];
  for (const user of await foldersIn(root)) {
    for (const session of await foldersIn(user)) {
      const scope = { userId: user.name, sessionId: session.name };
      const isHeld = held.has(keepLock(scope));
      leftovers.push({ ...scope, isHeld, beganAtMs: await beganAtMs(session) });
    }
  }
  return leftovers;
}

async function sweep(root: Folder, scope: KeepScope, nowMs: number): Promise<void> {
  const swept = sweepable(await leftoversIn(root), scope, {
    nowMs,
    expiryMs: limits.storedUploadExpiryMs,
  });
  for (const { userId, sessionId } of swept) {
    const user = await orNull(root.getDirectoryHandle(userId));
    if (user) await removeFolder(user, sessionId);
  }
}

let session: KeptSession | undefined;

function opened() {
  if (!session) throw new DOMException('not opened', 'InvalidStateError');
  return session;
}

/** Turns a `QuotaExceededError` into a `WorkerError` with the code `keep.full`. */
async function withRoom<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    throw isFull ? new WorkerError('keep.full') : error;
  }
}

const stored = (saving: Promise<void>): Promise<undefined> => withRoom(saving.then(() => undefined));

const holds = async (root: Folder, userId: string, sessionId: string): Promise<boolean> => {
  const user = await orNull(root.getDirectoryHandle(userId));
  return user !== null && (await orNull(user.getDirectoryHandle(sessionId))) !== null;
};

/**
 * Opens the work of a session. Work that lies under the person's former id goes on there, because it is deleted within a
 * day anyway, and a copy might not fit. The work on another file begins under our own id.
 */
async function openSession({ scope, nowMs }: { scope: KeepScope; nowMs: number }): Promise<KeptSession> {
  const { userId, formerId, sessionId } = scope;
  const root = await rootFolder();
  await sweep(root, scope, nowMs);
  const openUnder = async (id: string) =>
    createKeptSession(await root.getDirectoryHandle(id, { create: true }), sessionId);
  const isFormer =
    formerId !== undefined &&
    !(await holds(root, userId, sessionId)) &&
    (await holds(root, formerId, sessionId));
  if (!isFormer) return await openUnder(userId);
  let at = await openUnder(formerId);
  return {
    read: () => at.read(),
    async begin(...work) {
      await at.clear();
      at = await openUnder(userId);
      await at.begin(...work);
    },
    saveChunk: (...chunk) => at.saveChunk(...chunk),
    saveAnalysis: (...analysis) => at.saveAnalysis(...analysis),
    clear: () => at.clear(),
  };
}

serve<KeepContract>({
  async open({ scope, nowMs }) {
    // The worker has the locks until it ends, so that no two tabs write into one folder.
    for (const name of keepLocks(scope)) if (!(await holdLock(name))) return false;
    session = await withRoom(openSession({ scope, nowMs }));
    return true;
  },
  read: () => opened().read(),
  begin: ({ file, settings, nowMs }) => stored(opened().begin(file, settings, nowMs)),
  saveChunk: ({ index, chunk }) => stored(opened().saveChunk(index, chunk)),
  saveAnalysis: ({ analysis, draft }) => stored(opened().saveAnalysis(analysis, draft)),
  clear: () => stored(opened().clear()),
  async clearAll({ userIds }) {
    for (const userId of userIds ?? []) await removeFolder(await rootFolder(), userId);
    if (!userIds) await removeFolder(await navigator.storage.getDirectory(), keepRoot);
    return undefined;
  },
});
