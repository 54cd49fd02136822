import { correctionsLabel } from '#api/contract/option.ts';

/** §2: one tab for each result. Corrections come first, then the built-in options. */
const first = [
  correctionsLabel,
  'summary',
  'minutes',
  'analysis',
  'consultation_note',
  'fact_check',
  'translation_de',
  'translation_en',
  'translation_fr',
  'translation_it',
];

const customNumber = (label: string): number | null => {
  const digits = /^custom_(\d+)$/.exec(label)?.[1];
  return digits === undefined ? null : Number(digits);
};
export const isCustomLabel = (label: string): boolean => customNumber(label) !== null;

function rank(label: string): number {
  const index = first.indexOf(label);
  if (index >= 0) return index;
  return first.length + (customNumber(label) ?? -1) + 1;
}

/** Sorts labels into tab order: corrections, built-in options, options of the host, then custom prompts, oldest first. */
export const orderLabels = (labels: readonly string[]): string[] =>
  labels.toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b, 'en'));
