import type { Act } from './acts.rules.ts';

export type Role = {
  isDecided: boolean;
  isTask: boolean;
  /** Stems of notes and hints. */
  focus: ReadonlySet<string | null>;
  /** Stems of all that the turn says. */
  turnLength: number;
  /** 0 at the beginning, 1 at the end. */
  position: number;
};

/** What a sentence is worth by what it does, 0 for what no summary quotes. Weights were chosen on the conversations `dev`. */
export function worthOf(act: Act, { isDecided, isTask, focus, turnLength, position }: Role): number {
  const length = act.stems.length;
  if ((length < 2 && !isDecided) || act.isRhetorical) return 0;
  let worth = Math.min(1, length / 8) * 0.3 + Math.min(1, turnLength / 16) * 0.7;
  if (isDecided) worth += 1;
  if (isTask) worth += 0.45;
  if (act.hasFigure) worth += 0.6;
  if (act.dates.length > 0) worth += 0.25;
  if (act.isImportant) worth += 0.35;
  if (act.isPersonal) worth -= 0.2;
  if (act.isQuestion) worth -= 0.4;
  if (act.isHousekeeping) worth -= 0.35;
  if (position > 0.93 && act.dates.length > 0) worth += 0.3;
  if (position < 0.03) worth -= 0.2;
  const focused = act.stems.filter((stem) => focus.has(stem)).length;
  worth += Math.min(0.4, focused * 0.15);
  return Math.max(0, worth);
}
