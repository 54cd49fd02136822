import { join } from 'node:path';
import { stat } from 'node:fs/promises';
import { models, type Model } from './manifest.ts';
import { expectationOf, fileSha256, fileSize, locateModel } from './store.ts';

export type OfferedFile = { path: string; bytes: number; sha256: string };
export type OfferedModel = Pick<Model, 'id' | 'task' | 'title'> & { bytes: number; files: OfferedFile[] };

/** A file of an offered model on the disk. */
type FoundFile = OfferedFile & { location: string };
type FoundModel = Omit<OfferedModel, 'files'> & { files: FoundFile[] };

export type ModelOffer = ReturnType<typeof createModelOffer>;

type OfferOptions = {
  /** True for the models to offer; without it all are. */
  isWanted?(model: Model): boolean;
  onUnreadable?(id: string, error: unknown): void;
};

/**
 * Creates the list of models that lie complete in these folders, with the digest of each file. Only files of the manifest
 * are offered, so nobody can ask for another file. A model that cannot be read is left out; `onUnreadable` is called once
 * for it, and again only after it could be read.
 */
export function createModelOffer(
  dirs: readonly string[],
  { isWanted = () => true, onUnreadable = () => {} }: OfferOptions = {},
) {
  const wanted = models.filter(isWanted);
  const sha256Of = createDigests();
  const unreadable = new Set<string>();
  /** Files by their digest, as they were found last. */
  let found = new Map<string, FoundFile>();

  async function findFiles(model: Model): Promise<FoundModel | null> {
    const dir = await locateModel(model, dirs);
    if (!dir) return null;
    const files: FoundFile[] = [];
    for (const file of model.files) {
      const location = join(dir, file.path);
      const { sha256 } = await expectationOf(dir, file);
      const { size } = await stat(location);
      files.push({ path: file.path, bytes: size, sha256: sha256 ?? (await sha256Of(location)), location });
    }
    const { id, task, title } = model;
    return { id, task, title, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), files };
  }

  async function findReadable(model: Model): Promise<FoundModel | null> {
    try {
      const readable = await findFiles(model);
      unreadable.delete(model.id);
      return readable;
    } catch (error) {
      const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (!isGone && !unreadable.has(model.id)) {
        unreadable.add(model.id);
        onUnreadable(model.id, error);
      }
      return null;
    }
  }

  async function look(): Promise<FoundModel[]> {
    const looked = await Promise.all(wanted.map(findReadable));
    const offered = looked.filter((model) => model !== null);
    found = new Map(offered.flatMap(({ files }) => files).map((file) => [file.sha256, file]));
    return offered;
  }

  return {
    async list(): Promise<OfferedModel[]> {
      return (await look()).map(({ files, ...model }) => ({
        ...model,
        files: files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
      }));
    },

    /** Finds a file by its digest; null if no offered model has it. */
    async find(sha256: string): Promise<FoundFile | null> {
      const known = found.get(sha256);
      if (known && (await isStill(known))) return known;
      await look();
      return found.get(sha256) ?? null;
    },
  };
}

const isStill = async ({ location, bytes }: FoundFile): Promise<boolean> =>
  (await fileSize(location)) === bytes;

/**
 * Returns a function that digests a file that was copied into the folder by hand, so that no digest of it is recorded. A
 * digest is calculated once, as long as size and time of the file stay.
 */
function createDigests() {
  const known = new Map<string, { stamp: string; sha256: Promise<string> }>();
  return async (location: string): Promise<string> => {
    const { size, mtimeMs } = await stat(location);
    const stamp = `${size} ${mtimeMs}`;
    const entry = known.get(location);
    if (entry?.stamp === stamp) return entry.sha256;
    const sha256 = fileSha256(location);
    known.set(location, { stamp, sha256 });
    sha256.catch(() => known.delete(location));
    return sha256;
  };
}
