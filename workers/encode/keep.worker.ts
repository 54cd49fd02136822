import { limits } from '#api/contract/limits.ts';
import type { Analysis } from '#workers/analysis/analysis.contract.ts';
import { serve } from '#workers/rpc.ts';
import type { FileFacts, KeepContract, Kept, KeepScope } from './keep.contract.ts';
import type { Mp3Draft, Mp3Settings } from './encode.contract.ts';
import { folderBytes, foldersIn, orNull, readFile, removeFolder, writeFile } from './keep-folder.ts';
import { sweepable, type Leftover } from './keep.rules.ts';
import { pack, unpack } from './packed.ts';

const rootName = 'kept-recordings';
/** Grows when what is stored, or how chunks are made, changes: what was kept before does not count any more. */
const version = 2;

type Begun = { version: number; file: FileFacts; settings: Mp3Settings | null; beganAtMs: number };
type Analysed = { analysis: Analysis; draft: { chunks: number; samples: number } | null };
type Folder = FileSystemDirectoryHandle;

const chunkName = (index: number) => `chunk-${String(index).padStart(4, '0')}`;

async function readPacked<T>(folder: Folder, name: string): Promise<T | null> {
  const file = await readFile(folder, name);
  if (!file) return null;
  try {
    return unpack(new Uint8Array(await file.arrayBuffer())) as T;
  } catch {
    return null;
  }
}

const writePacked = (folder: Folder, name: string, value: unknown) => writeFile(folder, name, pack(value));

async function readBegun(folder: Folder): Promise<Begun | null> {
  const begun = await readPacked<Begun>(folder, 'begun');
  return begun?.version === version ? begun : null;
}

const rootFolder = async () =>
  await (await navigator.storage.getDirectory()).getDirectoryHandle(rootName, { create: true });

async function leftoversIn(root: Folder): Promise<Leftover[]> {
  const leftovers: Leftover[] = [];
  for (const user of await foldersIn(root)) {
    for (const session of await foldersIn(user)) {
      const begun = await readBegun(session);
      const bytes = await folderBytes(session);
      leftovers.push({
        userId: user.name,
        sessionId: session.name,
        beganAtMs: begun?.beganAtMs ?? null,
        bytes,
      });
    }
  }
  return leftovers;
}

async function sweep(root: Folder, scope: KeepScope, nowMs: number): Promise<void> {
  const swept = sweepable(await leftoversIn(root), scope, {
    nowMs,
    expiryMs: limits.storedUploadExpiryMs,
    maxBytes: limits.maxStoredTotalBytes,
  });
  for (const { userId, sessionId } of swept) {
    const user = await orNull(root.getDirectoryHandle(userId));
    if (user) await removeFolder(user, sessionId);
  }
}

/** The lock is this worker's until it ends: two tabs must not write into one folder. A reload's old page may need a moment. */
const lockPatienceMs = 2_000;
function hold(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const forEver = new Promise<never>(() => {});
    const held = () => {
      resolve(true);
      return forEver;
    };
    navigator.locks
      .request(name, { signal: AbortSignal.timeout(lockPatienceMs) }, held)
      .catch(() => resolve(false));
  });
}

let place: { user: Folder; name: string } | undefined;

function opened() {
  if (!place) throw new DOMException('not opened', 'InvalidStateError');
  return place;
}

const folderToWrite = async () => {
  const { user, name } = opened();
  return await user.getDirectoryHandle(name, { create: true });
};

async function chunksIn(folder: Folder): Promise<Blob[]> {
  const chunks: Blob[] = [];
  for (;;) {
    const chunk = await readFile(folder, chunkName(chunks.length));
    if (!chunk) return chunks;
    chunks.push(chunk);
  }
}

serve<KeepContract>({
  async open({ scope, nowMs }) {
    if (!(await hold(`${rootName}/${scope.userId}/${scope.sessionId}`))) return false;
    const root = await rootFolder();
    await sweep(root, scope, nowMs);
    place = { user: await root.getDirectoryHandle(scope.userId, { create: true }), name: scope.sessionId };
    return true;
  },

  async read() {
    const { user, name } = opened();
    const folder = await orNull(user.getDirectoryHandle(name));
    const begun = folder && (await readBegun(folder));
    if (!begun) return null;
    const { file, settings } = begun;
    const chunks = await chunksIn(folder);
    const analysed = await readPacked<Analysed>(folder, 'analysed');
    const isWhole = analysed?.draft && settings && chunks.length >= analysed.draft.chunks;
    const draft: Mp3Draft | null = isWhole
      ? { settings, chunks: chunks.slice(0, analysed.draft!.chunks), samples: analysed.draft!.samples }
      : null;
    const edits = (await readPacked(folder, 'edits')) ?? null;
    return { file, settings, analysis: analysed?.analysis ?? null, draft, chunks, edits } satisfies Kept;
  },

  async begin({ file, settings, nowMs }) {
    const { user, name } = opened();
    await removeFolder(user, name);
    const begun: Begun = { version, file, settings, beganAtMs: nowMs };
    await writePacked(await folderToWrite(), 'begun', begun);
    return undefined;
  },

  async saveChunk({ index, chunk }) {
    await writeFile(await folderToWrite(), chunkName(index), new Uint8Array(await chunk.arrayBuffer()));
    return undefined;
  },

  async saveAnalysis({ analysis, draft }) {
    await writePacked(await folderToWrite(), 'analysed', { analysis, draft } satisfies Analysed);
    return undefined;
  },

  async saveEdits({ edits }) {
    await writePacked(await folderToWrite(), 'edits', edits);
    return undefined;
  },

  async clear() {
    const { user, name } = opened();
    await removeFolder(user, name);
    return undefined;
  },

  async clearAll({ userId }) {
    if (userId) await removeFolder(await rootFolder(), userId);
    else await removeFolder(await navigator.storage.getDirectory(), rootName);
    return undefined;
  },
});
