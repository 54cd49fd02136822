import { Worker } from 'node:worker_threads';
import { ModelError } from '#api/engines/language/language-model.ts';
import type { MadeText, TextEngine, TextTask } from '#api/engines/text/text-engine.ts';
import type { ExtractTask } from './extract.worker.ts';

const script = new URL('./extract.worker.ts', import.meta.url);
/** A transcript of 25,000 words takes a tenth of it (`npm run bench -- extract`). */
const resourceLimits = { maxOldGenerationSizeMb: 512 };
/** An idle thread ends after this time; the next result starts a new one. */
const defaultIdleMs = 60_000;

/**
 * Rule-based extraction of sentences, dates and tasks in a worker thread, which is kept for the next result. One result
 * at a time; an abort terminates the thread.
 */
export function createExtractEngine({ idleMs = defaultIdleMs } = {}): TextEngine & {
  close(): Promise<void>;
} {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let lastTask: Promise<unknown> = Promise.resolve();
  const closed = new AbortController();

  const endThread = async (): Promise<void> => {
    const ending = worker;
    worker = null;
    clearTimeout(idle);
    await ending?.terminate();
  };

  async function run(task: ExtractTask, signal: AbortSignal): Promise<MadeText> {
    signal.throwIfAborted();
    clearTimeout(idle);
    const thread = (worker ??= new Worker(script, { resourceLimits }));
    thread.ref();
    const answer = Promise.withResolvers<MadeText>();
    const onAbort = () => answer.reject(signal.reason as Error);
    const onEnd = (cause: unknown) => answer.reject(new ModelError('processing.failed', { cause }));
    signal.addEventListener('abort', onAbort, { once: true });
    thread.on('message', answer.resolve).on('error', onEnd).on('exit', onEnd);
    try {
      thread.postMessage(task);
      const made = await answer.promise;
      thread.unref();
      idle = setTimeout(() => void endThread(), idleMs).unref();
      return made;
    } catch (error) {
      await endThread();
      throw error;
    } finally {
      signal.removeEventListener('abort', onAbort);
      thread.off('message', answer.resolve).off('error', onEnd).off('exit', onEnd);
    }
  }

  return {
    kind: 'extract',
    model: '',
    canMake: (form) => form === 'text' || form === 'minutes' || form === 'claims',
    async make(task) {
      if (task.form === 'translation' || task.form === 'prompt')
        throw new ModelError('processing.model_missing');
      const signal = AbortSignal.any([task.signal, closed.signal]);
      const before = lastTask;
      const made = before.then(() => run(toTask(task), signal));
      // The next task waits for this one, whether it succeeds or fails.
      lastTask = made.catch(() => {});
      const text = await made;
      task.onText(text);
      task.onShare(1);
      return text;
    },
    async close() {
      closed.abort(new Error('the extraction is closed'));
      await lastTask;
      await endThread();
    },
  };
}

/** The fields of a task that can be posted to the thread. */
function toTask({ form, label, language, segments, speakers, notes, hints }: TextTask): ExtractTask {
  return {
    form,
    label,
    language,
    segments: segments.map(({ id, speaker, start, end, text }) => ({ id, speaker, start, end, text })),
    speakers: Object.fromEntries(Object.entries(speakers).map(([key, { name }]) => [key, { name }])),
    focus: `${notes}\n${hints}`,
  };
}
