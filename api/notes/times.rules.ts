import { readTime } from '#api/shared/markdown/markdown-inline.ts';

const clock = String.raw`(?:\d{1,2}:)?\d{1,3}:\d{2}`;
const bracketed = new RegExp(String.raw`[[(](${clock})[\])]`, 'g');
const inFront = new RegExp(String.raw`^(\s*(?:(?:[-*+]|\d+\.)\s+)?(?:\[[ x]\]\s+)?)(${clock})(?=\s|:\s|$)`);
/** Matches a time at the end of a line. After “um” and similar words it is a time of day. */
const behind = new RegExp(
  String.raw`(?<!(?:^|[^\p{L}])(?:um|ab|bis|vor|nach|gegen|at|by|until|from|à|dès|vers|jusqu’à|alle|dalle|verso|entro)\s)(?<=\S\s)(${clock})$`,
  'iu',
);

const two = (value: number): string => String(value).padStart(2, '0');

export function clockText(seconds: number): string {
  const whole = Math.floor(seconds);
  return [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60].map(two).join(':');
}

/** Gives times of the recording the form `[00:12:30]`: those in brackets, or at the beginning or end of a line. */
export function markTimes(line: string, durationS: number): string {
  const mark = (whole: string, time: string): string => {
    const atS = readTime(time);
    return atS === null || atS > durationS ? whole : `[${clockText(atS)}]`;
  };
  return line
    .replace(bracketed, (whole, time: string) => mark(whole, time))
    .replace(inFront, (_, before: string, time: string) => before + mark(time, time))
    .replace(behind, (whole, time: string) => mark(whole, time));
}

/** Returns the times in a text, s. */
export const timesIn = (text: string): number[] =>
  [...text.matchAll(new RegExp(clock, 'g'))].flatMap(([time]) => readTime(time) ?? []);

export const hasMoment = (line: string, durationS: number): boolean =>
  timesIn(line).some((atS) => atS <= durationS);
