import type { Segment } from '#api/contract/transcript.ts';
import { tokensOf, type Token } from './tokens.rules.ts';

/** A subtitle: words of one person in at most two lines. Times are in whole ms. */
export type Cue = { startMs: number; endMs: number; speaker: string; lines: string[] };

/**
 * Limits for readable subtitles: two lines of 42 characters, 5/6 s to 7 s (Netflix Timed Text Style Guide, general
 * requirements). A longer pause always ends a cue.
 */
export const cueLimits = { lineLength: 42, lines: 2, minMs: 833, maxMs: 7_000, pauseMs: 1_500 };

/** Minimum duration of a cue in ms, even where people speak at once. */
const leastMs = 200;
const { lineLength, maxMs, minMs, pauseMs } = cueLimits;

const msOf = (seconds: number): number => Math.round(seconds * 1000);
const endsSentence = (text: string): boolean => /[.?!…]["'»”’)\]]*$/.test(text);
const endsClause = (text: string): boolean => /[,;:–—]["'»”’)\]]*$/.test(text);

const textsOf = (tokens: readonly Token[]): string[] => tokens.flatMap(({ text }) => text.split(' '));
const lengthOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.length, Math.max(0, texts.length - 1));

/** True if the words fit into two lines. A word longer than a line takes a line of its own. */
function fits(texts: readonly string[]): boolean {
  let [lines, length] = [1, 0];
  for (const text of texts) {
    const longer = length === 0 ? text.length : length + 1 + text.length;
    if (length > 0 && longer > lineLength) [lines, length] = [lines + 1, text.length];
    else length = longer;
  }
  return lines <= cueLimits.lines;
}

/** Breaks words into one line, or into two of similar length, preferably after a comma. */
function toLines(texts: readonly string[]): string[] {
  const whole = texts.join(' ');
  if (whole.length <= lineLength || texts.length < 2) return [whole];
  let best = { at: 1, cost: Infinity };
  for (let at = 1; at < texts.length; at++) {
    const [first, second] = [lengthOf(texts.slice(0, at)), lengthOf(texts.slice(at))];
    const over = Math.max(0, first - lineLength) + Math.max(0, second - lineLength);
    const before = texts[at - 1] ?? '';
    const bonus = endsSentence(before) ? 12 : endsClause(before) ? 8 : 0;
    const cost = over * 1_000 + Math.abs(first - second) - bonus;
    if (cost < best.cost) best = { at, cost };
  }
  return [texts.slice(0, best.at).join(' '), texts.slice(best.at).join(' ')];
}

/**
 * Returns the index of the first word after a cut. The cut is preferably late, at the end of a sentence or segment, or
 * at a pause.
 */
function cutOf(tokens: readonly Token[], next: Token): number {
  let best = { at: tokens.length, score: -Infinity };
  const total = lengthOf(textsOf(tokens));
  let length = 0;
  tokens.forEach((token, index) => {
    length += token.text.length + 1;
    const gapMs = msOf((tokens[index + 1] ?? next).start - token.end);
    const score =
      length / total +
      (endsSentence(token.text) ? 0.8 : token.isLast ? 0.6 : endsClause(token.text) ? 0.4 : 0) +
      Math.min(0.4, Math.max(0, gapMs) / 1_000);
    if (score > best.score) best = { at: index + 1, score };
  });
  return best.at;
}

function* cut(speaker: string, tokens: readonly Token[]): Generator<{ speaker: string; tokens: Token[] }> {
  let held: Token[] = [];
  for (const token of tokens) {
    const first = held[0];
    const last = held.at(-1);
    if (first && last) {
      const isLong = msOf(token.end - first.start) > maxMs;
      const isPause = msOf(token.start - last.end) >= pauseMs;
      if (isPause) {
        yield { speaker, tokens: held };
        held = [];
      } else if (isLong || !fits(textsOf([...held, token]))) {
        const at = cutOf(held, token);
        yield { speaker, tokens: held.slice(0, at) };
        held = held.slice(at);
      }
    }
    held.push(token);
  }
  if (held.length > 0) yield { speaker, tokens: held };
}

function* runsOf(segments: readonly Segment[]): Generator<{ speaker: string; tokens: Token[] }> {
  let run: { speaker: string; tokens: Token[] } | null = null;
  for (const segment of segments) {
    if (run && run.speaker !== segment.speaker) {
      yield run;
      run = null;
    }
    run ??= { speaker: segment.speaker, tokens: [] };
    run.tokens.push(...tokensOf(segment));
  }
  if (run) yield run;
}

/**
 * Yields the subtitles of a transcript in order of time, without overlap: where people speak at once, the later cue
 * waits. `prefix` returns the text that is put before the words of a person who begins to speak. This text counts
 * towards the length of the cue.
 */
export function* cuesOf(
  segments: readonly Segment[],
  prefix = (_speaker: string): string => '',
): Generator<Cue> {
  let held: Cue | null = null;
  let speaking: string | null = null;
  for (const run of runsOf(segments)) {
    const [first, ...rest] = run.tokens;
    if (!first) continue;
    const name = run.speaker === speaking ? '' : prefix(run.speaker);
    speaking = run.speaker;
    const named = name === '' ? first : { ...first, text: `${name} ${first.text}` };
    for (const { tokens } of cut(run.speaker, [named, ...rest])) {
      const startMs = msOf(tokens[0]!.start);
      const endMs = Math.max(msOf(tokens.at(-1)!.end), startMs + minMs);
      const cue: Cue = {
        startMs: Math.max(startMs, held ? held.startMs + leastMs : 0),
        endMs: Math.min(endMs, startMs + maxMs),
        speaker: run.speaker,
        lines: toLines(textsOf(tokens)),
      };
      if (held) yield { ...held, endMs: Math.min(held.endMs, cue.startMs) };
      held = { ...cue, endMs: Math.max(cue.endMs, cue.startMs + leastMs) };
    }
  }
  if (held) yield held;
}
