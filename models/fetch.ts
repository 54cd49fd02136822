import { createReadStream } from 'node:fs';
import { open, rm, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Model, ModelFile } from './manifest.ts';
import {
  expectationOf,
  fileSha256,
  fileSize,
  isFilePresent,
  makeFolder,
  publish,
  recordDigest,
} from './store.ts';

type FetchProblem = 'unreachable' | 'not_found' | 'refused' | 'wrong_digest' | 'disk_full' | 'disk_failed';

/** A model could not be downloaded. The message is shown on the command line. */
export class ModelFetchError extends Error {
  override readonly name = 'ModelFetchError';
  readonly problem: FetchProblem;
  constructor(problem: FetchProblem, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.problem = problem;
  }
}

/** Progress of the whole model, bytes. `total` is the sum of the file sizes that the manifest states. */
export type FetchProgress = { path: string; done: number; total: number };

type FetchOptions = {
  model: Model;
  /** Folder in which the folder of the model is. */
  storeDir: string;
  source?: string;
  /** Folder that is used instead of the hub. It contains the files as `repository/path`, `id/path` or `path`. */
  fromDir?: string;
  signal?: AbortSignal;
  onProgress?: (progress: FetchProgress) => void;
};

type Transfer = { dir: string; part: string; file: ModelFile; report(partBytes: number): void };
type Opened = {
  source: AsyncIterable<Uint8Array>;
  isResumed: boolean;
  /** SHA-256 that the source declares for the file. */
  declaredSha256?: string | undefined;
};
type Open = (path: string, from: number) => Promise<Opened>;

/**
 * Downloads the missing files of a model and returns its folder. An interrupted download is continued. A file gets its
 * name only after its size and digest are verified. Files that are present are kept.
 * @throws ModelFetchError, or the signal's reason
 */
export async function fetchModel({
  model,
  storeDir,
  source,
  fromDir,
  signal,
  onProgress,
}: FetchOptions): Promise<string> {
  const dir = join(storeDir, model.id);
  const openSource = fromDir ? openFrom(fromDir, model) : openAt(source ?? '', model, signal);
  const total = model.files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  let before = 0;
  for (const file of model.files) {
    const report = (partBytes: number) => onProgress?.({ path: file.path, done: before + partBytes, total });
    if (!(await isFilePresent(dir, file))) {
      await onDisk(() => makeFolder(dirname(join(dir, file.path))));
      await bring({ dir, part: join(dir, `${file.path}.part`), file, report }, openSource, signal);
    }
    before += (await fileSize(join(dir, file.path))) ?? 0;
    report(0);
  }
  return dir;
}

async function bring(transfer: Transfer, openSource: Open, signal: AbortSignal | undefined): Promise<void> {
  const { dir, part, file } = transfer;
  const expected = await expectationOf(dir, file);
  const have = (await fileSize(part)) ?? 0;
  const isWhole = expected.bytes !== undefined && have === expected.bytes;
  if (!isWhole) {
    const isTooLong = expected.bytes !== undefined && have > expected.bytes;
    const opened = await openSource(file.path, isTooLong ? 0 : have);
    expected.sha256 ??= opened.declaredSha256;
    await append(transfer, opened.source, opened.isResumed ? have : 0, signal);
  }
  const bytes = (await fileSize(part)) ?? 0;
  const sha256 = await fileSha256(part);
  const isRight = (expected.bytes ?? bytes) === bytes && (expected.sha256 ?? sha256) === sha256;
  if (!isRight || bytes === 0) {
    await rm(part, { force: true });
    throw new ModelFetchError(
      'wrong_digest',
      `${file.path} is not the file that was expected; it was removed.`,
    );
  }
  await onDisk(() => publish(part, join(dir, file.path)));
  if (file.sha256 === null) await onDisk(() => recordDigest(dir, file.path, { bytes, sha256 }));
}

async function append(
  { part, file, report }: Transfer,
  source: AsyncIterable<Uint8Array>,
  from: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const target = await onDisk(() => open(part, 'a'));
  let done = from;
  try {
    await onDisk(() => truncate(part, from));
    const chunks = source[Symbol.asyncIterator]();
    try {
      for (;;) {
        signal?.throwIfAborted();
        const next = await received(file.path, signal, () => chunks.next());
        if (next.done) break;
        await onDisk(() => target.appendFile(next.value));
        done += next.value.byteLength;
        report(done);
      }
    } finally {
      await chunks.return?.().catch(() => {});
    }
    await onDisk(() => target.sync());
  } finally {
    await target.close();
  }
}

const openAt =
  (source: string, model: Model, signal: AbortSignal | undefined): Open =>
  async (path, from) => {
    if (model.source === null)
      throw new ModelFetchError('not_found', `${model.id} comes with this repository and is not fetched.`);
    const url = `${source}/${model.source}/resolve/main/${path}`;
    const ask = (headers: Record<string, string>) =>
      received(path, signal, () => fetch(url, { headers, ...(signal ? { signal } : {}) }));
    // Compression is not requested: a range of a compressed response would be no range of the file.
    const identity = { 'accept-encoding': 'identity' };
    let response = await ask(from > 0 ? { ...identity, range: `bytes=${from}-` } : identity);
    if (response.status === 416) {
      await response.body?.cancel();
      response = await ask(identity);
    }
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      const problem = response.status === 404 ? 'not_found' : 'refused';
      throw new ModelFetchError(problem, `${url} answered ${response.status}.`);
    }
    const [declaredSha256] = /[0-9a-f]{64}/.exec(response.headers.get('x-linked-etag') ?? '') ?? [];
    // Reading starts now, because the runtime ends the body of a response that is garbage-collected before anyone reads
    // it.
    const chunks = response.body[Symbol.asyncIterator]();
    return { source: chunks, isResumed: response.status === 206, declaredSha256 };
  };

const openFrom =
  (fromDir: string, model: Model): Open =>
  async (path, from) => {
    const places = [model.source, model.id, ''].filter((place) => place !== null);
    for (const place of places) {
      const found = join(fromDir, place, path);
      const bytes = await fileSize(found);
      if (bytes === null) continue;
      const isResumed = from <= bytes;
      return { source: createReadStream(found, { start: isResumed ? from : 0 }), isResumed };
    }
    throw new ModelFetchError('not_found', `${path} is not in ${fromDir}.`);
  };

async function received<T>(path: string, signal: AbortSignal | undefined, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new ModelFetchError('unreachable', `${path} could not be fetched: the connection failed.`, {
      cause,
    });
  }
}

async function onDisk<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new ModelFetchError('disk_full', 'There is no space left for the model.', { cause });
    throw new ModelFetchError('disk_failed', `The folder of the models cannot be written (${code}).`, {
      cause,
    });
  }
}
