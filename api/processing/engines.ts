import type { CorrectionKind } from '#api/correction/corrector.ts';
import type { OptionForm } from '#api/contract/option.ts';
import type { TextEngine } from '#api/engines/text/text-engine.ts';
import type { WantedResult } from '#api/result/result-work.store.ts';
import { needsModel } from './ask.rules.ts';

/** What makes results here; `llm`: null where no language model is set up. */
export type TextEngines = { extract: TextEngine; llm: TextEngine | null };
type Maker = Pick<WantedResult, 'engine' | 'model'>;

/** The language model where there is one, else extraction; null: it cannot. */
export const engineFor = ({ extract, llm }: TextEngines, form: OptionForm): TextEngine | null =>
  [llm, extract].find((engine) => engine?.canMake(form)) ?? null;

export const makerOf = ({ kind, model }: Pick<TextEngine, 'kind' | 'model'>): Maker => ({
  engine: kind,
  model,
});

/** The maker of corrections about which no language model was asked. */
export const byRules: Maker = { engine: 'extract', model: '' };

/** Of corrections; null: they need a language model. */
export function correctionMaker({ llm }: TextEngines, kinds: readonly CorrectionKind[]): Maker | null {
  if (!needsModel(kinds)) return byRules;
  return llm && makerOf(llm);
}

/** What the speed of making a label is known by; all custom prompts are one. */
export const speedKey = ({ engine, model }: Maker, label: string): string =>
  `process:${engine}:${model}:${label.replace(/^(custom)_\d+$/, '$1')}`;
