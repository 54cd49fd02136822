import { loadConfig } from '#api/config.ts';
import { openLanguageModel } from '#api/engines/language/open-model.ts';
import { extract } from '#api/engines/text/extract/extract.ts';
import { createLlmEngine } from '#api/engines/text/llm/llm-engine.ts';
import type { TextTask } from '#api/engines/text/text-engine.ts';
import { silentLog } from '#api/lib/log.ts';
import { shippedOptions } from '#api/option/shipped-options.ts';
import type { Conversation } from './corpus.ts';
import { readResults } from './read-result.ts';
import { measured, type Found, type Measured } from './score.ts';

export type Finder = {
  name: string;
  /** Categories that are measured. The results of the language model have no dates. */
  finds: readonly Measured[];
  find(of: Conversation): Promise<Found>;
  close(): Promise<void>;
};

const toPlace = ({ segment }: { segment: string }) => ({ segments: [segment] });

export function createExtractFinder(): Finder {
  return {
    name: 'extract',
    finds: measured,
    async find({ language, segments, speakers }) {
      const found = extract({ language, segments, speakers });
      return {
        key: found.key.map(({ segment }) => segment),
        decisions: found.decisions.map(({ segment, about }) => ({
          segments: about ? [segment, about.segment] : [segment],
        })),
        tasks: found.tasks.map((task) => ({ ...toPlace(task), who: task.who, due: task.due })),
        dates: found.dates,
        questions: found.questions.filter(({ isOpen }) => isOpen).map(toPlace),
      };
    },
    close: async () => undefined,
  };
}

/** Opens the language model that the environment configures (`LLM_URL` …). Returns null if there is none. */
export function openLlmFinder(): Finder | null {
  const model = process.env['LLM_URL'] ? openLanguageModel(loadConfig(process.env), silentLog()) : null;
  if (!model) return null;
  const engine = createLlmEngine(model);
  return {
    name: model.name,
    finds: ['key', 'decisions', 'tasks', 'questions'],
    async find({ language, title, segments, speakers }) {
      const made = (form: 'text' | 'minutes', label: 'summary' | 'minutes') => {
        const task: TextTask = {
          form,
          label,
          prompt: shippedOptions.find((option) => option.label === label)!.prompt,
          language,
          target: null,
          title,
          segments,
          speakers,
          notes: '',
          hints: '',
          about: { kind: 'transcript' },
          signal: new AbortController().signal,
          onText: () => undefined,
          onShare: () => undefined,
        };
        return engine.make(task);
      };
      return readResults(await made('text', 'summary'), await made('minutes', 'minutes'), language);
    },
    close: () => model.close(),
  };
}
