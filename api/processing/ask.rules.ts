import type { ProcessRequest } from '#api/contract/processing.ts';
import type { CorrectionKind } from '#api/correction/corrector.ts';

/** Maximum length of the title of a custom prompt, in characters. */
const maxTitleLength = 40;

/** Returns the title of a custom prompt: its beginning, cut between words if possible. */
export function promptToTitle(prompt: string): string {
  const oneLine = prompt.replaceAll(/\s+/g, ' ').trim();
  const characters = [...oneLine];
  if (characters.length <= maxTitleLength) return oneLine;
  const cut = characters.slice(0, maxTitleLength - 1).join('');
  const space = cut.lastIndexOf(' ');
  const isInWord = characters[maxTitleLength - 1] !== ' ';
  // A word that fills most of the title is cut inside.
  const end = isInWord && space > maxTitleLength / 2 ? cut.slice(0, space) : cut;
  return `${end.replace(/[\s,;:.–-]+$/u, '')}…`;
}

/** True for the label of a result of a custom prompt, `custom_N`. */
export const isCustomRun = (label: string): boolean => /^custom_\d+$/.test(label);

/** Returns the next free label of `custom_1`, `custom_2`, … */
export function nextCustom(labels: Iterable<string>): string {
  const numbers = [...labels].map((label) => Number(/^custom_(\d+)$/.exec(label)?.[1] ?? 0));
  return `custom_${Math.max(0, ...numbers) + 1}`;
}

/** Returns the label of the result on whose tab a prompt was asked; null if it was asked on another tab. */
export const sourceLabelOf = (sourceTab: string): string | null =>
  /^result:(.+)$/.exec(sourceTab)?.[1] ?? null;

type Corrections = Pick<ProcessRequest, 'post_process' | 'post_process_llm_fix' | 'fix_with_agent'>;

/** Returns the kinds of corrections that are requested. */
export const kindsOf = (request: Corrections): CorrectionKind[] => [
  ...(request.post_process ? (['own', 'spelling'] as const) : []),
  ...(request.post_process_llm_fix ? (['model'] as const) : []),
  ...(request.fix_with_agent ? (['agent'] as const) : []),
];

const modelKinds = new Set<CorrectionKind>(['model', 'agent']);
export const needsModel = (kinds: readonly CorrectionKind[]): boolean =>
  kinds.some((kind) => modelKinds.has(kind));
