import type { ModelFile, OfferedModel } from '#api/contract/model.ts';
import { orNull, readFile, writeFile, type Movable } from '#workers/store/opfs-folder.ts';
import { closeAll, openAll, readAt, writeAt, type Access } from '#workers/store/opfs-handles.ts';
import type { StoredModel } from './model.contract.ts';
import type { PartFile } from './model-file.ts';

/** Name of the folder in the origin-private file system. The names on the device are never changed. */
export const modelRoot = 'models';
const partEnding = '.part';
const factsEnding = '.json';

type Folder = FileSystemDirectoryHandle;

/** A file that is being fetched. Only one worker has it. */
type OpenPart = PartFile & {
  /** Closes the part and gives it the name of a verified file. */
  publish(): Promise<void>;
  /** Closes the part; it stays on the device. */
  close(): Promise<void>;
};

export type ModelStore = ReturnType<typeof createModelStore>;

/**
 * Stores models in a folder: each verified file under its digest, a file that is being fetched with the end `.part`, and
 * what is known of a model under its id. Models may share files.
 */
export function createModelStore(folder: Folder) {
  const bytesOf = async (name: string): Promise<number> => (await readFile(folder, name))?.size ?? 0;
  const has = async ({ sha256, bytes }: ModelFile): Promise<boolean> => (await bytesOf(sha256)) === bytes;
  const storedBytes = async (file: ModelFile): Promise<number> =>
    (await has(file)) ? file.bytes : bytesOf(file.sha256 + partEnding);

  async function models(): Promise<OfferedModel[]> {
    const known: OfferedModel[] = [];
    for (const name of await namesIn(folder)) {
      const facts = name.endsWith(factsEnding) ? await factsOf(folder, name) : null;
      if (facts) known.push(facts);
    }
    return known;
  }

  /** Removes all files that no model has. */
  async function sweep(): Promise<void> {
    const used = new Set(
      (await models()).flatMap(({ id, files }) => [
        id + factsEnding,
        ...files.flatMap(({ sha256 }) => [sha256, sha256 + partEnding]),
      ]),
    );
    for (const name of await namesIn(folder)) if (!used.has(name)) await orNull(folder.removeEntry(name));
  }

  return {
    has,
    storedBytes,

    async list(): Promise<StoredModel[]> {
      const stored: StoredModel[] = [];
      for (const model of await models()) {
        let sum = 0;
        let isWhole = true;
        for (const file of model.files) {
          sum += await storedBytes(file);
          isWhole &&= await has(file);
        }
        stored.push({ model, storedBytes: sum, isWhole });
      }
      return stored;
    },

    /** Records a model before its files. Files of an earlier version of it that it does not have are removed. */
    async begin(model: OfferedModel): Promise<void> {
      await writeFile(folder, model.id + factsEnding, new TextEncoder().encode(JSON.stringify(model)));
      await sweep();
    },

    openPart: (file: ModelFile): Promise<OpenPart> => openPart(folder, file),

    /** Removes a model. Files that another model has stay. */
    async remove(id: string): Promise<void> {
      await orNull(folder.removeEntry(id + factsEnding));
      await sweep();
    },
  };
}

async function openPart(folder: Folder, { sha256 }: ModelFile): Promise<OpenPart> {
  const name = sha256 + partEnding;
  const [access] = (await openAll(folder, [name], { create: true })) as [Access];
  let bytes = await access.getSize();
  const close = async () => {
    try {
      await access.flush();
    } finally {
      await closeAll([access]);
    }
  };
  return {
    get bytes() {
      return bytes;
    },
    read: (from, to) => readAt(access, from, to),
    append(piece) {
      writeAt(access, piece, bytes);
      bytes += piece.length;
    },
    async clear() {
      bytes = 0;
      await access.truncate(0);
    },
    close,
    async publish() {
      await close();
      await ((await folder.getFileHandle(name)) as Movable).move(folder, sha256);
    },
  };
}

async function namesIn(folder: Folder): Promise<string[]> {
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  return names;
}

/** Returns null if the file cannot be read as a model. */
async function factsOf(folder: Folder, name: string): Promise<OfferedModel | null> {
  const text = await (await readFile(folder, name))?.text();
  try {
    const facts = JSON.parse(text ?? '') as OfferedModel;
    return facts.id + factsEnding === name && Array.isArray(facts.files) ? facts : null;
  } catch {
    return null;
  }
}
