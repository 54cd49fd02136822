import type { Act } from './sentence-features.rules.ts';

type Role = {
  isDecided: boolean;
  isTask: boolean;
  /** Stems of notes and hints. */
  focus: ReadonlySet<string | null>;
};

/** What a sentence is worth among its neighbours by what it does, 0 for what no summary quotes. */
export function worthOf(act: Act, { isDecided, isTask, focus }: Role): number {
  const length = act.stems.length;
  if ((length < 2 && !isDecided) || act.isRhetorical) return 0;
  let worth = Math.min(1, length / 8);
  if (isDecided) worth += 1;
  if (isTask) worth += 0.45;
  if (act.hasFigure) worth += 0.9;
  if (act.dates.length > 0) worth += 0.25;
  if (act.isImportant) worth += 0.35;
  if (act.isPersonal) worth -= 0.2;
  if (act.isQuestion) worth -= 0.4;
  if (act.isHousekeeping) worth -= 0.35;
  const focused = act.stems.filter((stem) => focus.has(stem)).length;
  worth += Math.min(0.4, focused * 0.15);
  return Math.max(0, worth);
}

export type PassageRole = {
  acts: readonly Act[];
  /** Of what is said in it. */
  letters: number;
  isDecided: boolean;
  isTask: boolean;
  /** 0 to 1: the most central of its sentences. */
  central: number;
  focus: ReadonlySet<string | null>;
  /** 0 at the beginning, 1 at the end. */
  position: number;
};

/**
 * How likely a secretary would quote a passage, 0 to 1: by how much it says, what it does and what figures and dates are in it.
 * Weights of a logistic regression over the conversations `dev`, rounded, where half of the decisions it saw were wrong, as in a
 * conversation that no rule was made for; length counts a quarter more than there.
 */
export function passageWorth(role: PassageRole): number {
  const { acts, letters, isDecided, isTask, central, focus, position } = role;
  const some = (is: (act: Act) => boolean) => (acts.some(is) ? 1 : 0);
  const stems = acts.flatMap((act) => act.stems);
  if ((stems.length < 2 && !isDecided) || acts.every((act) => act.isRhetorical)) return 0;
  const focused = stems.filter((stem) => focus.has(stem)).length;
  const sum =
    -6 +
    0.5 * Math.sqrt(letters) +
    (isDecided ? 1.1 : 0) +
    (isTask ? 0.25 : 0) +
    1.2 * some((act) => act.hasFigure) +
    1.1 * some((act) => act.dates.length > 0) +
    0.55 * some((act) => act.isImportant) -
    0.45 * some((act) => act.isPersonal) -
    0.4 * some((act) => act.isHousekeeping) -
    (acts.every((act) => act.isQuestion) ? 0.9 : 0) -
    (position < 0.04 ? 0.8 : 0) +
    0.75 * central +
    Math.min(1.5, 0.5 * focused);
  return 1 / (1 + Math.exp(-sum));
}
