import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { SessionList } from '#api/contract/session.ts';
import { round } from '../report.ts';
import { seededRandom, vocabularySize, wordOf } from './words.ts';

export const limitMs = 25;
const repeats = 200;

export type Figure = { name: string; medianMs: number; p95Ms: number; p99Ms: number; isGoal: boolean };

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;

export function toFigure(name: string, times: readonly number[], isGoal = true): Figure {
  const sorted = times.toSorted((a, b) => a - b);
  const [medianMs, p95Ms, p99Ms] = [0.5, 0.95, 0.99].map((share) => percentile(sorted, share));
  return { name, medianMs: medianMs!, p95Ms: p95Ms!, p99Ms: p99Ms!, isGoal };
}

/** A kind of request. `of` returns the query string of the `n`th request. */
type Query = { name: string; of(n: number): string; isGoal?: false };

function queriesOf(count: number): Query[] {
  const random = seededRandom(3);
  const upTo = (n: number) => Math.floor(random() * n);
  const common = () => wordOf(upTo(20));
  const mid = () => wordOf(200 + upTo(2_000));
  const rare = () => wordOf(vocabularySize - 1 - upTo(20_000));
  const text = (value: string, more = '') => `text=${encodeURIComponent(value)}${more}`;
  const lastPage = Math.ceil(count / 10);
  return [
    { name: 'list, first page', of: () => '' },
    { name: 'list, any of the first 1,000 pages', of: () => `page=${1 + upTo(1_000)}` },
    { name: 'list, last page', of: () => `page=${lastPage}` },
    { name: 'title, frequent', of: () => 'search=sitz' },
    { name: 'title, once', of: () => `search=${upTo(count)}` },
    { name: 'title, nowhere', of: (n) => `search=qqq${n}` },
    { name: 'title, one letter, page 1 to 100', of: () => `search=a&page=${1 + upTo(100)}` },
    { name: 'expires within 7 days', of: () => 'expires_days=7' },
    { name: 'expires within 7 days, title nowhere', of: (n) => `expires_days=7&search=qqq${n}` },
    { name: 'said, frequent word', of: () => text(`${common()} `) },
    { name: 'said, rare word', of: () => text(rare()) },
    { name: 'said, nowhere', of: (n) => text(`qqq${n}`) },
    { name: 'said, beginning of 1 letter', of: () => text('abcdefghiklmnoprstuvz'[upTo(21)]!) },
    { name: 'said, beginning of 3 letters', of: () => text(mid().slice(0, 3)) },
    { name: 'said, two frequent words near', of: () => text(`${common()} ${common()}`) },
    { name: 'said, frequent and rare word near', of: () => text(`${common()} ${rare()}`) },
    { name: 'said, four words near', of: () => text(`${common()} ${mid()} ${common()} ${mid()}`) },
    { name: 'said, rare word and 1 letter near', of: () => text(`${mid()} ${common()[0]}`) },
    { name: 'said, phrase of two words', of: () => text(`"${common()} ${mid()}"`) },
    { name: 'said, phrase nowhere', of: () => text(`"${common()} ${rare()} ${common()}"`) },
    { name: 'said, page 1 to 200 one after the other', of: (n) => text(wordOf(5), `&page=${n + 1}`) },
    { name: 'said, jump to any of 1,000 pages', of: (n) => text(wordOf(n % 20), `&page=${1 + upTo(1_000)}`) },
    { name: 'said, and in the title', of: () => text(common(), '&search=visite') },
    { name: 'said, and expires', of: () => text(mid(), '&expires_days=7') },
    { name: 'said, signs', of: (n) => text(`"${common()}* -${mid()} NEAR( OR ' % ${n}`) },
    // These are worse than typical use. They are reported, but have no goal.
    { name: 'said, jump to the last page', of: () => text(common(), `&page=${lastPage}`), isGoal: false },
    {
      name: 'said, phrase of frequent words nowhere',
      of: () => text(`"${Array.from({ length: 6 }, common).join(' ')}"`),
      isGoal: false,
    },
    { name: 'said, frequent, title nowhere', of: () => text(common(), '&search=qqq'), isGoal: false },
  ];
}

setFlagsFromString('--expose-gc');
// Removes the garbage of earlier work before a query is measured.
const collectGarbage = runInNewContext('gc') as () => void;

export async function measureQueries(get: (query: string) => Promise<string>, count: number) {
  const figures: (Figure & { processorP99Ms: number })[] = [];
  const rows = [];
  let blockMs = 0;
  for (const { name, of, isGoal = true } of queriesOf(count)) {
    const times: number[] = [];
    const cpu: number[] = [];
    let found = 0;
    const delay = monitorEventLoopDelay({ resolution: 1 });
    for (let n = -10; n < repeats; n++) {
      const query = of(Math.max(0, n));
      if (n === 0) {
        collectGarbage();
        delay.enable();
      }
      const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
      const answer = await get(query);
      const tookMs = performance.now() - startedAt;
      if (n < 0) continue;
      const { user, system } = process.cpuUsage(cpuBefore);
      times.push(tookMs);
      cpu.push((user + system) / 1000);
      found += (JSON.parse(answer) as SessionList).recordings.length;
      await new Promise(setImmediate);
    }
    delay.disable();
    blockMs = Math.max(blockMs, delay.max / 1e6);
    const figure = toFigure(name, times, isGoal);
    const processorP99Ms = toFigure(name, cpu).p99Ms;
    figures.push({ ...figure, processorP99Ms });
    rows.push({
      query: name,
      'median ms': round(figure.medianMs),
      'p95 ms': round(figure.p95Ms),
      'p99 ms': round(figure.p99Ms),
      'p99 / 25 ms': round(figure.p99Ms / limitMs),
      'p99 of processor ms': round(processorP99Ms),
      'longest block ms': round(delay.max / 1e6),
      'rows a page': round(found / repeats),
    });
  }
  return { figures, rows, blockMs };
}
