import type { VersionWords } from './carry-words.rules.ts';

/** The words of a version between two places. */
export type Run = { from: number; to: number };

/** True if a run is not empty and contains no settled segment. */
export function isFree({ isSettledAt }: VersionWords, { from, to }: Run): boolean {
  for (let place = from; place < to; place++) if (isSettledAt(place)) return false;
  return from < to;
}

/** True if a run extends over several segments. */
export function hasSeams({ isSeam }: VersionWords, { from, to }: Run): boolean {
  for (let place = from + 1; place < to; place++) if (isSeam(place)) return true;
  return false;
}

export function isDoubted({ segmentAt }: VersionWords, { from, to }: Run): boolean {
  for (let place = from; place < to; place++) if (segmentAt(place).doubt !== null) return true;
  return false;
}

export function isSaidBy({ segmentAt }: VersionWords, { from, to }: Run, speaker: string): boolean {
  for (let place = from; place < to; place++) if (segmentAt(place).speaker !== speaker) return false;
  return true;
}

/** Returns the speaker of most of a run's time. */
export function mainSpeaker({ tokens, segmentAt }: VersionWords, { from, to }: Run): string {
  const seconds = new Map<string, number>();
  for (let place = from; place < to; place++) {
    const { speaker } = segmentAt(place);
    seconds.set(speaker, (seconds.get(speaker) ?? 0) + tokens[place]!.end - tokens[place]!.start);
  }
  return [...seconds].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

/** Returns the text of a run: the text of its whole segments, and the words of the segments that it divides. */
export function textOf({ tokens, segmentAt, isSeam }: VersionWords, { from, to }: Run): string {
  const texts: string[] = [];
  for (let place = from; place < to;) {
    const { segment } = tokens[place]!;
    let next = place;
    while (next < to && tokens[next]!.segment === segment) next++;
    const isWhole = isSeam(place) && isSeam(next);
    const words = () => tokens.slice(place, next).map(({ text }) => text);
    texts.push(isWhole ? segmentAt(place).text : words().join(' '));
    place = next;
  }
  return texts.filter((text) => text !== '').join(' ');
}
