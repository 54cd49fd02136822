import { correctionsLabel } from '#api/contract/option-labels.ts';

/**
 * Labels whose names exist in all four languages, in tab order: corrections, then the built-in options. Each result has one
 * tab (§2).
 */
export const knownLabels = [
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
] as const;

const customNumber = (label: string): number | null => {
  const digits = /^custom_(\d+)$/.exec(label)?.[1];
  return digits === undefined ? null : Number(digits);
};
export const isCustomLabel = (label: string): boolean => customNumber(label) !== null;

function rank(label: string): number {
  const index = (knownLabels as readonly string[]).indexOf(label);
  if (index >= 0) return index;
  return knownLabels.length + (customNumber(label) ?? -1) + 1;
}

/** Sorts labels into tab order: corrections, built-in options, options of the host, then custom prompts, oldest first. */
export const orderLabels = (labels: readonly string[]): string[] =>
  labels.toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b, 'en'));
