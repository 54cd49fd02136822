import type { CorrectionKind } from '#api/correction/corrector.ts';
import type { OptionForm } from '#api/contract/option.ts';
import type { TextEngine } from '#api/engines/text/text-engine.ts';
import type { WantedResult } from '#api/result/result-work.store.ts';
import { needsModel } from './ask.rules.ts';

/** Engines of this server. `llm` is null if no language model is configured. */
export type TextEngines = { extract: TextEngine; llm: TextEngine | null };
type Maker = Pick<WantedResult, 'engine' | 'model'>;

/** Returns the language model if it can make this form, otherwise extraction if it can; null if neither can. */
export const engineFor = ({ extract, llm }: TextEngines, form: OptionForm): TextEngine | null =>
  [llm, extract].find((engine) => engine?.canMake(form)) ?? null;

export const makerOf = ({ kind, model }: Pick<TextEngine, 'kind' | 'model'>): Maker => ({
  engine: kind,
  model,
});

/** Maker of corrections that need no language model. */
export const byRules: Maker = { engine: 'extract', model: '' };

/** Returns the maker of these corrections; null if they need a language model and there is none. */
export function correctionMaker({ llm }: TextEngines, kinds: readonly CorrectionKind[]): Maker | null {
  if (!needsModel(kinds)) return byRules;
  return llm && makerOf(llm);
}

/** Returns the key of the measured speed for a label. All custom prompts share one. */
export const speedKey = ({ engine, model }: Maker, label: string): string =>
  `process:${engine}:${model}:${label.replace(/^(custom)_\d+$/, '$1')}`;
