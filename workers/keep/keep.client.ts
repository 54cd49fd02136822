import type { Analysis } from '#workers/analysis/analysis.contract.ts';
import { connect, WorkerError, type Connection } from '#workers/rpc.ts';
import type { Mp3Draft, Mp3Settings } from '#workers/encode/encode.contract.ts';
import {
  keepLocks,
  keepRoot,
  type FileFacts,
  type KeepContract,
  type Kept,
  type KeptDraft,
  type KeepRefusal,
  type KeepScope,
} from './keep.contract.ts';

/**
 * Stores the analysis and the mp3 of one session for `limits.storedUploadExpiryMs`, so that a reload of the page need not
 * repeat them. Its methods never reject: `refusal` tells why a write failed.
 */
export type Keep = Disposable & {
  /** Reason why a write failed since the last `read`; null if none failed. What was written before stays. */
  readonly refusal: KeepRefusal | null;
  read(): Promise<Kept | null>;
  /**
   * Deletes what is stored. Call it when the recording is sent or discarded. Blobs that `read` returned become unreadable.
   */
  clear(): Promise<void>;
  /** Deletes what is stored, for a new pass (analyse-file.client.ts). */
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
    // Browsers deny storage in many ways. The pass continues without it.
    refusal = refusalOf(error);
  }
  worker[Symbol.dispose]();
  return refusal;
}

const refusalOf = (error: unknown): KeepRefusal =>
  error instanceof WorkerError && error.code === 'keep.full' ? 'full' : 'none';

/** Resolves when no tab has the session's keep open. The keep is protected by a Web Lock. */
export async function keepIsFree(scope: KeepScope, signal: AbortSignal): Promise<void> {
  for (const name of keepLocks(scope)) await navigator.locks.request(name, { signal }, () => {});
}

export function createKeep(worker: Connection<KeepContract>): Keep {
  let refusal: KeepRefusal | null = null;
  /** Stores something, unless an earlier write has failed: chunks after a missing one cannot be used. */
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

/** Returns for how many sessions this browser stores work of the person with these ids. */
export async function countKept(userIds: readonly string[]): Promise<number> {
  if (!isSupported()) return 0;
  let count = 0;
  for (const userId of userIds) {
    try {
      const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(keepRoot);
      const own = await root.getDirectoryHandle(userId);
      for await (const _ of own.values()) count += 1;
    } catch {
      // The folder does not exist: nothing was stored.
    }
  }
  return count;
}

/** Returns true if this browser stores work of the person with these ids for any session. */
export const hasKept = async (userIds: readonly string[]): Promise<boolean> => (await countKept(userIds)) > 0;

/** Deletes the stored work of the person with these ids, or of all people if they are null. It is called at sign-out. */
export async function clearAllKept(userIds: readonly string[] | null = null): Promise<void> {
  if (!isSupported()) return;
  using worker = connectKeep();
  await worker.call('clearAll', { userIds }).catch(() => {});
}
