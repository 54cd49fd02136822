import { helpTopics, type HelpTopic, type HelpWords } from '#web/i18n/help-words.ts';

/** A place of the help. `section` counts from 0; null is the whole topic. */
export type HelpHit = { topic: HelpTopic; section: number | null; title: string; excerpt: string };

/** Longest excerpt, in characters. */
const excerptLength = 160;

/** The words without accents and case, so that “resume” finds “Résumé”. Each character stays one character. */
const plain = (text: string): string =>
  [...text]
    .map((sign) => sign.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().slice(0, sign.length) || sign)
    .join('');

/**
 * Returns the sections in which all words of the question occur, those first whose title has them. Words may be parts of words.
 */
export function searchHelp(words: Pick<HelpWords, 'topics' | 'keys'>, question: string): HelpHit[] {
  const asked = plain(question).split(/\s+/).filter(Boolean);
  if (asked.length === 0) return [];
  const isIn = (text: string) => asked.every((word) => plain(text).includes(word));
  const hits = helpTopics.flatMap((topic): (HelpHit & { isTitle: boolean })[] => {
    const { title, about, sections } = words.topics[topic];
    const whole = isIn(`${title} ${about}`)
      ? [{ topic, section: null, title, excerpt: about, isTitle: isIn(title) }]
      : [];
    const parts = sections.flatMap(({ title: heading, text, points = [] }, section) => {
      const lines = [...text, ...points];
      if (!isIn([title, heading, ...lines].join(' '))) return [];
      const excerpt = excerptOf(lines, asked);
      // A word of the topic's title alone does not make each of its sections a match.
      if (excerpt === null && !isIn(heading)) return [];
      return [
        {
          topic,
          section,
          title: heading,
          excerpt: excerpt ?? cut(lines[0] ?? '', 0),
          isTitle: isIn(heading),
        },
      ];
    });
    return [...whole, ...parts];
  });
  const keys = Object.values(words.keys.labels).filter(isIn);
  const all = keys.length > 0 ? [...hits, ofKeys(words, keys)] : hits;
  return [...all.filter(({ isTitle }) => isTitle), ...all.filter(({ isTitle }) => !isTitle)].map(
    ({ topic, section, title, excerpt }) => ({ topic, section, title, excerpt }),
  );
}

const ofKeys = (words: Pick<HelpWords, 'topics'>, labels: readonly string[]) => ({
  topic: 'keys' as const,
  section: null,
  title: words.topics.keys.title,
  excerpt: cut([...new Set(labels)].join(' · '), 0),
  isTitle: false,
});

/** Returns the line with the most of the words, cut around the first of them; null if no line has any. */
function excerptOf(lines: readonly string[], asked: readonly string[]): string | null {
  const count = (line: string) => asked.filter((word) => plain(line).includes(word)).length;
  const best = lines.toSorted((a, b) => count(b) - count(a))[0];
  if (best === undefined || count(best) === 0) return null;
  const at = Math.min(...asked.map((word) => plain(best).indexOf(word)).filter((index) => index >= 0));
  return cut(best, at);
}

function cut(line: string, at: number): string {
  if (line.length <= excerptLength) return line;
  const from = at < excerptLength / 2 ? 0 : line.lastIndexOf(' ', at - excerptLength / 4) + 1;
  const part = line.slice(from, from + excerptLength);
  const end = from + excerptLength >= line.length ? part : part.slice(0, part.lastIndexOf(' '));
  return `${from > 0 ? '… ' : ''}${end}${end === part ? '' : ' …'}`;
}
