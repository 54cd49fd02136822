import { limits } from '#api/contract/limits.ts';
import { serve, WorkerError } from '#workers/rpc.ts';
import { foldersIn, orNull, removeFolder } from '#workers/store/opfs-folder.ts';
import { heldLocks, holdLock } from '#workers/store/web-locks.ts';
import { keepLock, keepRoot, type KeepContract, type KeepScope } from './keep.contract.ts';
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

async function openSession({ scope, nowMs }: { scope: KeepScope; nowMs: number }): Promise<KeptSession> {
  const root = await rootFolder();
  await sweep(root, scope, nowMs);
  return createKeptSession(await root.getDirectoryHandle(scope.userId, { create: true }), scope.sessionId);
}

serve<KeepContract>({
  async open({ scope, nowMs }) {
    // The worker has the lock until it ends, so that no two tabs write into one folder.
    if (!(await holdLock(keepLock(scope)))) return false;
    session = await withRoom(openSession({ scope, nowMs }));
    return true;
  },
  read: () => opened().read(),
  begin: ({ file, settings, nowMs }) => stored(opened().begin(file, settings, nowMs)),
  saveChunk: ({ index, chunk }) => stored(opened().saveChunk(index, chunk)),
  saveAnalysis: ({ analysis, draft }) => stored(opened().saveAnalysis(analysis, draft)),
  clear: () => stored(opened().clear()),
  async clearAll({ userId }) {
    if (userId) await removeFolder(await rootFolder(), userId);
    else await removeFolder(await navigator.storage.getDirectory(), keepRoot);
    return undefined;
  },
});
