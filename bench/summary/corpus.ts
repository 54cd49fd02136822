/**
 * Conversations written and annotated by this project, without a second annotator: five per language for development
 * (`dev`), five for evaluation (`test`), which engine developers do not read. People and places are invented. Format of a
 * file: `title: …`, the speakers (`A = Name`), an empty line, one line per segment:
 *
 *     A: What was said [on Friday at nine]. {key; d1: what was decided; t1: B | what is to be done | by when; open}
 *
 * - `[…]`: a date, that is a position in a calendar or on a clock (a day, a month, a year, tomorrow, in two weeks, at
 *   nine), but neither a duration nor "today"; `[?…]`: an optional date (each Sunday, in the night).
 * - `key`: one of the 6 to 12 segments that a good secretary would quote.
 * - `d1`, `t1` without words: another segment with the same decision or task. A postponement is no decision; an appointment
 *   is key, but no decision; "somebody should ask" is a task if it is a request, not if it expresses ignorance.
 * - Who: a speaker, a name, several with `/`, or `-` if open. By when: as said, or `-`.
 * - `open`: a question without an answer.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { textLanguages, type TextLanguage } from '#api/contract/option.ts';
import type { Said } from '#api/engines/text/text-engine.ts';

/** A decision. Each of `segments` counts as its place. */
type Decision = { segments: string[]; what: string };
/** A task. `who` are the accepted names, empty if nobody was named; `due` is the deadline as it was said. */
export type Task = { segments: string[]; who: string[]; what: string; due: string | null };
/** A date. If `isOptional`, it is neither missed nor wrong. */
export type DateMark = { segment: string; text: string; isOptional: boolean };

export type Marks = {
  key: string[];
  decisions: Decision[];
  tasks: Task[];
  dates: DateMark[];
  questionsOpen: string[];
};

export type Conversation = {
  name: string;
  set: 'dev' | 'test';
  language: TextLanguage;
  title: string;
  segments: Said[];
  speakers: Record<string, { name: string }>;
  marks: Marks;
};

/** Typical speed of speech in a meeting. */
const wordsPerS = 2.5;
const folder = join(import.meta.dirname, 'corpus');

function dashToNull(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' || trimmed === '-' ? null : trimmed;
}

/** Returns the entry of a decision or task. Its first mention creates the entry. */
function entryOf<T extends { segments: string[] }>(all: Map<string, T>, id: string, empty: () => T): T {
  const known = all.get(id) ?? empty();
  all.set(id, known);
  return known;
}

/**
 * Parses a conversation.
 * @param name for example `de-test-3`
 * @throws Error if a line is invalid
 */
export function parseConversation(name: string, source: string): Conversation {
  const [, language, set] = /^(\w\w)-(dev|test)-\d+$/.exec(name) ?? [];
  const isKnown = (value: string | undefined): value is TextLanguage =>
    textLanguages.some((known) => known === value);
  if (!isKnown(language)) throw new Error(`${name}: no language of ours`);

  let title = '';
  const speakers: Conversation['speakers'] = {};
  const segments: Said[] = [];
  const key: string[] = [];
  const dates: DateMark[] = [];
  const questionsOpen: string[] = [];
  const decisions = new Map<string, Decision>();
  const tasks = new Map<string, Task>();
  let clockS = 0;

  const mark = (segment: string, text: string) => {
    if (text === 'key') return key.push(segment);
    if (text === 'open') return questionsOpen.push(segment);
    const [, id, kind, words] = /^(([dt])\d+)(?::\s*(.+))?$/.exec(text) ?? [];
    if (!id) throw new Error(`${name} ${segment}: "${text}" is no mark`);
    if (kind === 'd') {
      const decision = entryOf(decisions, id, () => ({ segments: [], what: '' }));
      decision.segments.push(segment);
      if (words) decision.what = words.trim();
      return;
    }
    const task = entryOf(tasks, id, () => ({ segments: [], who: [], what: '', due: null }));
    task.segments.push(segment);
    if (!words) return;
    const [who, what = '', due] = words.split('|');
    const names = dashToNull(who)?.split('/') ?? [];
    task.who = names.map((one) => speakers[one.trim()]?.name ?? one.trim());
    task.what = what.trim();
    task.due = dashToNull(due);
  };

  for (const line of source.split('\n').map((line) => line.trim())) {
    if (line === '') continue;
    const said = /^([A-Z]): (.*?)\s*(?:\{(.*)\})?$/.exec(line);
    const speaker = /^([A-Z]) = (.+)$/.exec(line);
    if (said) {
      const [, who = '', raw = '', marked = ''] = said;
      if (!speakers[who]) throw new Error(`${name}: ${who} is no speaker`);
      const id = `s${segments.length + 1}`;
      for (const [, optional, text = ''] of raw.matchAll(/\[(\?)?([^\]]+)\]/g))
        dates.push({ segment: id, text, isOptional: optional !== undefined });
      const text = raw.replaceAll(/\[\??|\]/g, '');
      const start = clockS;
      const end = start + text.split(/\s+/).length / wordsPerS;
      segments.push({ id, speaker: who, start: round(start), end: round(end), text });
      clockS = end + 0.2 + (segments.length % 4) * 0.3;
      for (const one of marked.split(';')) if (one.trim()) mark(id, one.trim());
    } else if (speaker) speakers[speaker[1]!] = { name: speaker[2]!.trim() };
    else if (line.startsWith('title: ')) title = line.slice(7);
    else throw new Error(`${name}: "${line}" cannot be read`);
  }
  const marks = {
    key,
    decisions: [...decisions.values()],
    tasks: [...tasks.values()],
    dates,
    questionsOpen,
  };
  return { name, set: set === 'dev' ? 'dev' : 'test', language, title, segments, speakers, marks };
}

const round = (seconds: number) => Math.round(seconds * 100) / 100;

export function readConversations(set: Conversation['set']): Conversation[] {
  return readdirSync(folder)
    .filter((file) => file.includes(`-${set}-`))
    .toSorted()
    .map((file) => parseConversation(file.replace(/\.txt$/, ''), readFileSync(join(folder, file), 'utf8')));
}
