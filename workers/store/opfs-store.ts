import { foldersIn, orNull, readFile, removeFolder } from './opfs-folder.ts';
import { recover, type Bytes } from './journal.rules.ts';
import {
  createOpfsFile,
  journalName,
  openOpfsFile,
  recordNames,
  soundName,
  type OpfsFile,
} from './opfs-file.ts';
import { roomFor, tryWriting, type Folder } from './opfs-handles.ts';
import type { PieceStore } from './piece-store.ts';
import { heldRecord, newestSlot } from './record-slot.rules.ts';
import { saidRoom } from './said-room.ts';

const rootName = 'recordings';
/**
 * Largest free space that is looked for, bytes. It is more than the longest recording needs at the speech rate: 2:30 h
 * at 64 kbit/s are 72 MB.
 */
const mostAskedBytes = 80_000_000;
/** Number of attempts to read a recording, because another tab may write between opening a file and reading it. */
const looks = 5;
const lookAgainAfterMs = 20;

type Listed = Awaited<ReturnType<PieceStore['list']>>[number];

const bytesOf = (file: File): Bytes => ({
  length: file.size,
  read: async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
});

async function look(folder: Folder, isRough = false): Promise<Listed | null> {
  const records: (Uint8Array | null)[] = [];
  for (const name of recordNames) {
    const file = await readFile(folder, name);
    records.push(file && new Uint8Array(await file.arrayBuffer()));
  }
  const slot = newestSlot(records);
  if (!slot) return null;
  // The journal is read first: a piece's sound is written before its entry in the journal.
  const journal = await readFile(folder, journalName);
  const sound = await readFile(folder, soundName);
  if (!journal || !sound) return { record: slot.record, bytes: 0, writtenAtMs: null };
  if (isRough) return { record: slot.record, bytes: sound.size, writtenAtMs: sound.lastModified };
  const { bytes, writtenAtMs } = await recover(bytesOf(journal), bytesOf(sound));
  return { record: heldRecord(slot.record, bytes), bytes, writtenAtMs };
}

async function lookAgain(folder: Folder): Promise<Listed | null> {
  for (let left = looks; ; left--) {
    try {
      return await look(folder, left === 0);
    } catch (error) {
      if (left > 0) {
        await new Promise((resolve) => setTimeout(resolve, lookAgainAfterMs));
        continue;
      }
      // A missing or unreadable recording must not hide the others.
      if (error instanceof DOMException) return null;
      throw error;
    }
  }
}

/** Deletes the remains of interrupted removals: only they have sound without records, since records are created first. */
async function sweep(root: Folder): Promise<void> {
  for (const folder of await foldersIn(root)) {
    const left = new Set<string>();
    for await (const name of folder.keys()) left.add(name);
    const isRemnant = left.size > 0 && recordNames.every((name) => !left.has(name));
    if (isRemnant) await removeFolder(root, folder.name).catch(() => {});
  }
}

/** Opens the store in OPFS, which has one folder per recording. Rejects if OPFS is missing or not writable. */
export async function openOpfsStore(): Promise<PieceStore> {
  const storage = await navigator.storage.getDirectory();
  const root = await storage.getDirectoryHandle(rootName, { create: true });
  await tryWriting(root);
  await sweep(root);
  const opened = new Map<string, OpfsFile>();
  const keep = (id: string, file: OpfsFile) => {
    opened.set(id, file);
    return file;
  };
  return {
    kind: 'opfs',
    async list() {
      const looked = [];
      for (const folder of await foldersIn(root)) looked.push(await lookAgain(folder));
      return looked.filter((one) => one !== null);
    },
    async create(record) {
      const folder = await root.getDirectoryHandle(record.id, { create: true });
      if (await orNull(folder.getFileHandle(recordNames[0])))
        throw new DOMException('There is one already.', 'InvalidModificationError');
      try {
        return keep(record.id, await createOpfsFile(folder, record));
      } catch (error) {
        await removeFolder(root, record.id).catch(() => {});
        throw error;
      }
    },
    async open(id) {
      const before = opened.get(id);
      if (before && !before.closed) throw new DOMException('It is open already.', 'InvalidStateError');
      await before?.closed;
      const folder = await orNull(root.getDirectoryHandle(id));
      const file = folder && (await orNull(openOpfsFile(folder)));
      return file && keep(id, file);
    },
    async remove(id) {
      const before = opened.get(id);
      before?.[Symbol.dispose]();
      await before?.closed;
      opened.delete(id);
      const folder = await orNull(root.getDirectoryHandle(id));
      if (!folder) return;
      for (const name of recordNames) await orNull(folder.removeEntry(name));
      await removeFolder(root, id);
    },
    async freeBytes() {
      const said = await saidRoom();
      const asked = await roomFor(root, mostAskedBytes).catch(() => null);
      if (asked === null || said === null) return said ?? asked;
      return asked < mostAskedBytes ? Math.min(asked, said) : Math.max(asked, said);
    },
    [Symbol.dispose]() {
      for (const file of opened.values()) file[Symbol.dispose]();
      opened.clear();
    },
  };
}
