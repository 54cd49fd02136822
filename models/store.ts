import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Model, ModelFile } from './manifest.ts';

/**
 * Name of the file with size and digest of each model file after its first download, by path. It is stored beside the
 * model's files.
 */
const lockName = 'digests.json';
type Known = { bytes: number; sha256: string };
type Lock = Record<string, Known>;

/** Returns what is known about a file before it is downloaded: from the manifest, or else from an earlier download. */
export async function expectationOf(
  modelDir: string,
  file: ModelFile,
): Promise<{ bytes?: number | undefined; sha256?: string | undefined }> {
  if (file.sha256 !== null)
    return { sha256: file.sha256, ...(file.bytes === null ? {} : { bytes: file.bytes }) };
  return (await readLock(modelDir))[file.path] ?? {};
}

/** Records size and digest of a first download. Every later download must match them. */
export async function recordDigest(modelDir: string, path: string, known: Known): Promise<void> {
  const lock = { ...(await readLock(modelDir)), [path]: known };
  const target = join(modelDir, lockName);
  await writeFile(`${target}.part`, `${JSON.stringify(lock, null, 2)}\n`, { flush: true });
  await publish(`${target}.part`, target);
}

/** @throws if the file is damaged */
async function readLock(modelDir: string): Promise<Lock> {
  let text: string;
  try {
    text = await readFile(join(modelDir, lockName), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  const lock = JSON.parse(text) as Record<string, Partial<Known> | null> | null;
  const isDigest = (sha256: unknown) => typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256);
  if (!lock || !Object.values(lock).every((known) => isDigest(known?.sha256)))
    throw new Error(`${lockName} is damaged`);
  return lock as Lock;
}

// Models are no secret, and several accounts may share them, so the umask does not apply to them.
const [sharedFolder, sharedFile] = [0o755, 0o644];

/** Creates a folder and its missing parents. Every account may read the created ones. */
export async function makeFolder(folder: string): Promise<void> {
  const last = resolve(folder);
  const first = await mkdir(last, { recursive: true });
  if (first === undefined) return;
  for (let made = last; made.length >= first.length; made = dirname(made)) await chmod(made, sharedFolder);
}

/**
 * Renames a complete file and makes it readable for every account. The mode is not changed if another account owns the
 * file.
 */
export async function publish(part: string, target: string): Promise<void> {
  await chmod(part, sharedFile).catch(() => {});
  await rename(part, target);
}

export async function fileSize(path: string): Promise<number | null> {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : null;
  } catch {
    return null;
  }
}

export async function fileSha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Whether a file is present and complete. It gets its name only after verification, so name and size prove that. */
export async function isFilePresent(modelDir: string, file: ModelFile): Promise<boolean> {
  const bytes = await fileSize(join(modelDir, file.path));
  return bytes !== null && bytes > 0 && (file.bytes === null || file.bytes === bytes);
}

/** Returns the first folder `dir/id` in `dirs` that has all files of a model; null if there is none. */
export async function locateModel(model: Model, dirs: readonly string[]): Promise<string | null> {
  for (const dir of dirs) {
    const modelDir = join(dir, model.id);
    const present = await Promise.all(model.files.map((file) => isFilePresent(modelDir, file)));
    if (present.every(Boolean)) return modelDir;
  }
  return null;
}
