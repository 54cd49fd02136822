import type { Analysis } from '#workers/analysis/analysis.contract.ts';
import { connect } from '#workers/rpc.ts';
import type { Mp3Draft, Mp3Settings } from './encode.contract.ts';
import type { FileFacts, KeepContract, Kept, KeepScope } from './keep.contract.ts';

/** What a reload finds again of one session's recording, for `limits.storedUploadExpiryMs`. Never throws: see `isWorking`. */
export type Keep = Disposable & {
  /** False once something could not be stored (no room): what is there counts no more and is put away. */
  readonly isWorking: boolean;
  read(): Promise<Kept | null>;
  /** Whatever the page needs to find its edits again, as plain data. */
  saveEdits(edits: unknown): Promise<void>;
  /** Once the recording is sent or let go of. Blobs of `read` cannot be read afterwards. */
  clear(): Promise<void>;
  /** For the pass (analysis.client.ts): begins anew, then stores what is made as it is made. */
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

/** Null where nothing can be kept: no such storage (private windows), or another tab holds this session's. */
export async function openKeep(scope: KeepScope): Promise<Keep | null> {
  if (!isSupported()) return null;
  const worker = connectKeep();
  try {
    if (await worker.call('open', { scope, nowMs: Date.now() })) return createKeep(worker);
  } catch {
    // Storage can be denied in many ways; the pass goes on without it.
  }
  worker[Symbol.dispose]();
  return null;
}

function createKeep(worker: ReturnType<typeof connectKeep>): Keep {
  let isWorking = true;
  /** Of several calls under way the first failure ends it all. */
  const orGiveUp = async (saving: () => Promise<undefined>) => {
    if (!isWorking) return;
    try {
      await saving();
    } catch {
      isWorking = false;
      await worker.call('clear', undefined).catch(() => {});
    }
  };
  return {
    get isWorking() {
      return isWorking;
    },
    read: () => worker.call('read', undefined).catch(() => null),
    saveEdits: (edits) => orGiveUp(() => worker.call('saveEdits', { edits })),
    async clear() {
      await worker.call('clear', undefined).catch(() => {});
      isWorking = true;
    },
    begin: (file, settings) => {
      isWorking = true;
      return orGiveUp(() => worker.call('begin', { file, settings, nowMs: Date.now() }));
    },
    saveChunk: (index, chunk) => orGiveUp(() => worker.call('saveChunk', { index, chunk })),
    saveAnalysis: (analysis, draft) =>
      orGiveUp(() =>
        worker.call('saveAnalysis', {
          analysis,
          draft: draft && { chunks: draft.chunks.length, samples: draft.samples },
        }),
      ),
    [Symbol.dispose]: () => worker[Symbol.dispose](),
  };
}

/** Removes what is kept of one person, or of all, in this browser: at sign-out. */
export async function clearAllKept(userId: string | null = null): Promise<void> {
  if (!isSupported()) return;
  using worker = connectKeep();
  await worker.call('clearAll', { userId }).catch(() => {});
}
