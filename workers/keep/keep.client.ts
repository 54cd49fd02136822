import type { Analysis } from '#workers/analysis/analysis.contract.ts';
import { connect, WorkerError, type Connection } from '#workers/rpc.ts';
import type { Mp3Draft, Mp3Settings } from '#workers/encode/encode.contract.ts';
import {
  keepLock,
  keepRoot,
  type FileFacts,
  type KeepContract,
  type Kept,
  type KeptDraft,
  type KeepRefusal,
  type KeepScope,
} from './keep.contract.ts';

/**
 * Stores one session's analysis and mp3 across a reload, for `limits.storedUploadExpiryMs`. Its methods never reject: see
 * `refusal`.
 */
export type Keep = Disposable & {
  /** Why a write failed since the last `read`, or null. Earlier writes stay. */
  readonly refusal: KeepRefusal | null;
  read(): Promise<Kept | null>;
  /** Call it when the recording is sent or discarded. Blobs from `read` become unreadable. */
  clear(): Promise<void>;
  /** Starts a new pass (analyse-file.client.ts): deletes the former work. */
  begin(file: FileFacts, settings: Mp3Settings | null): Promise<void>;
  saveChunk(index: number, chunk: Blob): Promise<void>;
  saveAnalysis(analysis: Analysis, draft: Mp3Draft | null): Promise<void>;
};

function connectKeep() {
  const worker = new Worker(new URL('./keep.worker.ts', import.meta.url), { type: 'module' });
  return connect<KeepContract>(worker);
}

const isSupported = () =>
  'storage' in navigator && 'getDirectory' in navigator.storage && 'locks' in navigator;

/** Opens the keep of a session, or returns why there is none. */
export async function openKeep(scope: KeepScope): Promise<Keep | KeepRefusal> {
  if (!isSupported()) return 'none';
  const worker = connectKeep();
  let refusal: KeepRefusal = 'elsewhere';
  try {
    if (await worker.call('open', { scope, nowMs: Date.now() })) return createKeep(worker);
  } catch (error) {
    // Storage can be denied in many ways; the pass continues without it.
    refusal = refusalOf(error);
  }
  worker[Symbol.dispose]();
  return refusal;
}

const refusalOf = (error: unknown): KeepRefusal =>
  error instanceof WorkerError && error.code === 'keep.full' ? 'full' : 'none';

/** Resolves when no tab holds the session's keep. */
export async function keepIsFree(scope: KeepScope, signal: AbortSignal): Promise<void> {
  await navigator.locks.request(keepLock(scope), { signal }, () => {});
}

export function createKeep(worker: Connection<KeepContract>): Keep {
  let refusal: KeepRefusal | null = null;
  /** Stores nothing after the first failure: chunks behind a missing one are useless. */
  const orRefuse = async (saving: () => Promise<undefined>) => {
    if (refusal) return;
    try {
      await saving();
    } catch (error) {
      refusal = refusalOf(error);
    }
  };
  return {
    get refusal() {
      return refusal;
    },
    read() {
      refusal = null;
      return worker.call('read', undefined).catch(() => null);
    },
    async clear() {
      await worker.call('clear', undefined).catch(() => {});
    },
    begin: (file, settings) => orRefuse(() => worker.call('begin', { file, settings, nowMs: Date.now() })),
    saveChunk: (index, chunk) => orRefuse(() => worker.call('saveChunk', { index, chunk })),
    saveAnalysis: (analysis, draft) =>
      orRefuse(() => worker.call('saveAnalysis', { analysis, draft: draft && keptDraft(draft) })),
    [Symbol.dispose]: () => worker[Symbol.dispose](),
  };
}

const keptDraft = ({ chunks, samples }: Mp3Draft): KeptDraft => ({
  chunks: chunks.length,
  samples,
  bytes: chunks.reduce((sum, { size }) => sum + size, 0),
});

/** Returns true if this browser keeps work of this person, of any session. */
export async function hasKept(userId: string): Promise<boolean> {
  if (!isSupported()) return false;
  try {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(keepRoot);
    const own = await root.getDirectoryHandle(userId);
    for await (const _ of own.values()) return true;
  } catch {
    // The folder does not exist: nothing was stored.
  }
  return false;
}

/** Called at sign-out. Deletes the kept work of one person, or of all if null. */
export async function clearAllKept(userId: string | null = null): Promise<void> {
  if (!isSupported()) return;
  using worker = connectKeep();
  await worker.call('clearAll', { userId }).catch(() => {});
}
