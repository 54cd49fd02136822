import { proxy, ref } from 'valtio';
import { problemOf } from '#web/lib/api-error.ts';
import { log } from '#web/lib/log.ts';
import { createScope } from '#web/lib/scope.ts';
import {
  createDraftWriter,
  type DraftProgress,
  type WindowSource,
} from '#workers/preview/draft-writer.client.ts';
import { startRunState, type DraftRun, type DraftRunInput } from './draft-run.ts';

const defaultBehindAfterS = 15;

/** Begins to write a draft. A worker that crashes is started again once before the run fails. */
export function createDraftRun(input: DraftRunInput): DraftRun {
  const { model, behindAfterS = defaultBehindAfterS } = input;
  const scope = createScope();
  const state = proxy(startRunState());
  const source = scope.use(input.source);
  const preview = scope.use(
    input.openPreview({
      model,
      onBackend({ backend, backendReason }) {
        state.backend = { backend, backendReason };
      },
      onSpeed: (timesRealTime) => input.onSpeed?.(timesRealTime),
    }),
  );
  /** True if the worker has crashed since the last window that was transcribed. */
  let hasCrashed = false;

  const isBehind = () => state.waitingS > behindAfterS;
  const followed: WindowSource = {
    async next(signal) {
      state.status = isBehind() ? 'behind' : 'waiting';
      const window = await source.next(signal);
      if (window) {
        state.waitingS = window.waitingS;
        state.status = isBehind() ? 'behind' : 'writing';
      }
      return window;
    },
    [Symbol.dispose]() {},
  };
  function onProgress(progress: DraftProgress): void {
    hasCrashed = false;
    const { text, writtenUpToS, waitingS, skipped } = progress;
    Object.assign(state, { text: ref(text), writtenUpToS, waitingS });
    if (skipped.length !== state.skipped.length) state.skipped = ref([...skipped]);
    input.onProgress?.(progress);
  }
  const writer = createDraftWriter({
    preview,
    source: followed,
    language: languageOf(input.language),
    onProgress,
  });

  async function write(): Promise<void> {
    Object.assign(state, { status: 'loading', problem: null });
    try {
      await preview.load();
      await writer.write(scope.signal);
      state.status = 'ended';
    } catch (error) {
      if (scope.signal.aborted) return;
      const { code } = problemOf(error);
      log.warn('draft.run', { code, error: String(error) });
      const isAgain = code === 'worker.crashed' && !hasCrashed;
      hasCrashed = code === 'worker.crashed';
      if (isAgain) return await write();
      Object.assign(state, { status: 'failed', problem: code });
    }
  }
  let running = write();

  return {
    state,
    goOn() {
      if (state.status === 'failed' && !scope.signal.aborted) running = write();
    },
    settled: () => running,
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}

/** Returns the language of a tag: a model knows no varieties. */
const languageOf = (tag: string): string => tag.split('-')[0] ?? tag;
