import { ModelError } from '#api/engines/language/language-model.ts';
import { createIdleThread, ThreadEnded } from '#api/lib/idle-thread.ts';
import type { MadeText, TextEngine, TextTask } from '#api/engines/text/text-engine.ts';
import type { ExtractTask } from './extract.worker.ts';

const script = new URL('./extract.worker.ts', import.meta.url);
/** Memory limit of the thread. A transcript of 25,000 words takes a tenth of it (`npm run bench -- extract`). */
const resourceLimits = { maxOldGenerationSizeMb: 512 };

/**
 * Creates the engine that extracts sentences, dates and tasks by rules, one result at a time, in a thread of its own.
 */
export function createExtractEngine(): TextEngine & { close(): Promise<void> } {
  const thread = createIdleThread<ExtractTask, MadeText>({ script, name: 'the extraction', resourceLimits });

  return {
    kind: 'extract',
    model: '',
    canMake: (form) => form === 'text' || form === 'minutes' || form === 'claims',
    async make(task) {
      if (task.form === 'translation' || task.form === 'prompt')
        throw new ModelError('processing.model_missing');
      const text = await thread.ask(toTask(task), task.signal).catch((cause: unknown) => {
        throw cause instanceof ThreadEnded ? new ModelError('processing.failed', { cause }) : cause;
      });
      task.onText(text);
      task.onShare(1);
      return text;
    },
    close: thread.close,
  };
}

/** Returns the fields of a task that can be sent to the thread. */
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
