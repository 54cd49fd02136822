import type { Analysis } from '#workers/analysis/analysis.contract.ts';
import { createMutex } from '#api/shared/mutex.ts';
import type { Mp3Draft, Mp3Settings } from '#workers/encode/encode.contract.ts';
import { readFile, removeFolder, writeFile, orNull } from '#workers/store/opfs-folder.ts';
import type { FileFacts, FormerEdits, Kept, KeptDraft } from './keep.contract.ts';
import { pack, unpack } from './packed.ts';

/**
 * Version of the stored format. Stored work of another version is ignored. Increase it when the format or the encoding of
 * chunks changes.
 */
const version = 2;

type Folder = FileSystemDirectoryHandle;
type Begun = { version: number; file: FileFacts; settings: Mp3Settings | null; beganAtMs: number };
type Analysed = { analysis: Analysis; draft: KeptDraft | null };

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

/** Returns when the work in a session's folder began, ms since the epoch; null if that cannot be read. */
export const beganAtMs = async (folder: Folder): Promise<number | null> =>
  (await readBegun(folder))?.beganAtMs ?? null;

/** Returns the chunks before the first one that is missing or cannot be read. */
async function chunksIn(folder: Folder): Promise<Blob[]> {
  const chunks: Blob[] = [];
  for (;;) {
    const chunk = await readFile(folder, chunkName(chunks.length));
    if (!chunk || !(await isReadable(chunk))) return chunks;
    chunks.push(chunk);
  }
}

const isReadable = (chunk: Blob) =>
  chunk
    .slice(-1)
    .arrayBuffer()
    .then(
      ({ byteLength }) => byteLength > 0,
      () => false,
    );

/** Returns the whole draft; null if a chunk is missing. */
function draftOf(kept: KeptDraft, settings: Mp3Settings, found: readonly Blob[]): Mp3Draft | null {
  const chunks = found.slice(0, kept.chunks);
  const bytes = chunks.reduce((sum, { size }) => sum + size, 0);
  const isWhole = chunks.length === kept.chunks && bytes === (kept.bytes ?? bytes);
  return isWhole ? { settings, chunks, samples: kept.samples } : null;
}

async function formerEdits(folder: Folder): Promise<FormerEdits | null> {
  const file = await readFile(folder, 'edits');
  if (!file) return null;
  const value = await readPacked(folder, 'edits');
  return { value, atMs: file.lastModified, isReadable: value !== null };
}

/** Gives access to the folder of one session. Calls run one at a time; a failed call does not affect the others. */
export function createKeptSession(user: Folder, name: string) {
  const exclusively = createMutex();
  /**
   * Returns the folder, which must exist. Only `begin` creates it: otherwise a late save would create a folder again that a
   * sign-out has deleted.
   */
  const folderToWrite = () => user.getDirectoryHandle(name);
  return {
    read: () =>
      exclusively(async (): Promise<Kept | null> => {
        const folder = await orNull(user.getDirectoryHandle(name));
        const begun = folder && (await readBegun(folder));
        if (!begun) return null;
        const { file, settings } = begun;
        const found = await chunksIn(folder);
        const analysed = await readPacked<Analysed>(folder, 'analysed');
        const made = analysed?.draft ?? null;
        const draft = made && settings ? draftOf(made, settings, found) : null;
        const isDraftLost = made !== null && draft === null;
        // If the total size is wrong, it is unknown which chunk is damaged, so none is used.
        const chunks = isDraftLost && found.length >= made.chunks ? [] : found;
        const analysis = analysed?.analysis ?? null;
        const edits = await formerEdits(folder);
        return { file, settings, analysis, draft, isDraftLost, chunks, formerEdits: edits };
      }),
    begin: (file: FileFacts, settings: Mp3Settings | null, nowMs: number) =>
      exclusively(async () => {
        await removeFolder(user, name);
        const begun: Begun = { version, file, settings, beganAtMs: nowMs };
        await writePacked(await user.getDirectoryHandle(name, { create: true }), 'begun', begun);
      }),
    saveChunk: (index: number, chunk: Blob) =>
      exclusively(async () =>
        writeFile(await folderToWrite(), chunkName(index), new Uint8Array(await chunk.arrayBuffer())),
      ),
    saveAnalysis: (analysis: Analysis, draft: KeptDraft | null) =>
      exclusively(async () =>
        writePacked(await folderToWrite(), 'analysed', { analysis, draft } satisfies Analysed),
      ),
    clear: () => exclusively(() => removeFolder(user, name)),
  };
}

export type KeptSession = ReturnType<typeof createKeptSession>;
