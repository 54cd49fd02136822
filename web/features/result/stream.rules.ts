import type { ResultEvent } from '#api/contract/result-event.ts';

/** Returns the text after an event: `text` replaces it, `more` appends to it. */
export const afterEvent = (text: string | null, event: ResultEvent): string | null => {
  if (event.event === 'text') return event.text;
  return event.event === 'more' ? (text ?? '') + event.text : text;
};

/**
 * Returns the text to show of a result in progress. That is the streamed text while the stream is connected. Otherwise
 * it is the longer of the two texts, because a poll may be older than the stream.
 */
export function shownText(streamed: string | null, isLinked: boolean, polled: string): string {
  if (streamed === null) return polled;
  return isLinked || streamed.length >= polled.length ? streamed : polled;
}

/**
 * Lengths, in characters, that decide where a part ends: at the first blank line after `partLength`, or at the first
 * line break after `longestPart`.
 */
const partLength = 4_000;
const longestPart = 8_000;

/**
 * Splits a growing text into parts of which only the last one changes, so that the others are parsed once. A code block is
 * never split. A long list or table may be split between lines.
 */
export function streamParts(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let end = partEnd(text, from); end !== null; end = partEnd(text, from)) {
    parts.push(text.slice(from, end));
    from = end;
  }
  return [...parts, text.slice(from)];
}

function partEnd(text: string, from: number): number | null {
  let isCode = false;
  for (let lineStart = from; ;) {
    const next = text.indexOf('\n', lineStart) + 1;
    if (next === 0) return null;
    if (text.startsWith('```', lineStart)) isCode = !isCode;
    const isBlank = next - lineStart === 1;
    const length = next - from;
    if (!isCode && ((isBlank && length > partLength) || length > longestPart)) return next;
    lineStart = next;
  }
}

/** Removes an incomplete source mark, such as `[1`, from the end. */
export const withoutHalfSource = (text: string): string => text.replace(/ ?\[(?:\d{0,4}|\?)$/, '');
