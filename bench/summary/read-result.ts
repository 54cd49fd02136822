/** Reads what a language model has found from its results, by the numbers of their sources. */
import type { TextLanguage } from '#api/contract/option.ts';
import { words } from '#api/engines/text/llm/words.ts';
import type { MadeText } from '#api/engines/text/text-engine.ts';
import type { Found, FoundTask } from './score.ts';

const numbersIn = (line: string): number[] =>
  [...line.matchAll(/\[(\d+(?:,\s*\d+)*)\]/g)].flatMap(([, numbers = '']) => numbers.split(',').map(Number));

function segmentsIn(line: string, { sources }: MadeText): string[] {
  const segments = new Map(sources.map(({ n, segment }) => [n, segment]));
  return numbersIn(line).flatMap((n) => segments.get(n) ?? []);
}

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

function sectionsOf(text: string): Map<string, string[]> {
  const sections = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of text.split('\n')) {
    const [, title] = /^## (.+)$/.exec(line) ?? [];
    if (title) sections.set(title, (lines = []));
    else lines.push(line);
  }
  return sections;
}

/**
 * Reads key segments from the sources of the summary, and decisions, tasks and open questions from the minutes. Neither
 * contains dates.
 */
export function readResults(summary: MadeText, minutes: MadeText, language: TextLanguage): Found {
  const { decisions, tasks, open, by } = words[language];
  const sections = sectionsOf(minutes.text);
  const pointsOf = (title: string) =>
    (sections.get(title) ?? []).flatMap((line) => {
      const segments = line.startsWith('- ') ? segmentsIn(line, minutes) : [];
      return segments.length > 0 ? [{ line, segments }] : [];
    });
  const due = new RegExp(String.raw`\(${escape(by('§')).replace('§', '([^)]+)')}\)`);
  return {
    key: segmentsIn(summary.text, summary),
    decisions: pointsOf(decisions).map(({ segments }) => ({ segments })),
    tasks: pointsOf(tasks).map(({ line, segments }): FoundTask => ({
      segments,
      who: /\*\*(.+?):\*\*/.exec(line)?.[1] ?? null,
      due: due.exec(line)?.[1] ?? null,
    })),
    dates: [],
    questions: pointsOf(open).map(({ segments }) => ({ segments })),
  };
}
