import type { ResultEvent } from '#api/contract/result-event.ts';

/** What a text is after an event: `text` begins it anew, `more` goes on. */
export const afterEvent = (text: string | null, event: ResultEvent): string | null => {
  if (event.event === 'text') return event.text;
  return event.event === 'more' ? (text ?? '') + event.text : text;
};

/**
 * What is shown of a text that is being written. As long as its stream is there that is the newest; a poll, which may be older,
 * counts only where it has more.
 */
export function shownText(streamed: string | null, isLinked: boolean, polled: string): string {
  if (streamed === null) return polled;
  return isLinked || streamed.length >= polled.length ? streamed : polled;
}

/** A part ends at the first blank line after so many characters, or where there is none, at the first line after so many. */
const partLength = 4_000;
const longestPart = 8_000;

/**
 * A text that grows, in parts of which only the last one changes: the others need not be read again with each word. Never inside a
 * block of code; a long list or table may be cut between its lines while it is written.
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
  for (let line = from; ;) {
    const next = text.indexOf('\n', line) + 1;
    if (next === 0) return null;
    if (text.startsWith('```', line)) isCode = !isCode;
    const isBlank = next - line === 1;
    const length = next - from;
    if (!isCode && ((isBlank && length > partLength) || length > longestPart)) return next;
    line = next;
  }
}

/** Without the beginning of a source at its very end, `[1`, which would be read as text until its other half has come. */
export const withoutHalfSource = (text: string): string => text.replace(/ ?\[(?:\d{0,4}|\?)$/, '');
