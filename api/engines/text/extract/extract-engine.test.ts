import { afterAll, describe, expect, it } from 'vitest';
import { readMarkdown } from '#api/shared/markdown/markdown.ts';
import { textLanguages } from '#api/contract/option.ts';
import type { TextTask } from '#api/engines/text/text-engine.ts';
import { createExtractEngine } from './extract-engine.ts';
import { trimFillers } from './quoting.rules.ts';
import { asInput } from '#api/testing/engine/test-talk.ts';
import { createWordSense } from './words.rules.ts';

const engine = createExtractEngine();
afterAll(() => engine.close());

const names = { A: 'Anna *Ott*', B: 'Ben [1] Frei' };
const talk = `
  A: Guten Abend, wir sprechen heute über das Dach vom Schulhaus, es ist von 1974 und tropft in zwei Klassenzimmer.
  B: Die günstigste Offerte liegt bei 184'000 Franken, äh, die teuerste bei 231'000 Franken [7].
  A: Mein Vorschlag ist die mittlere Offerte für 205'000 Franken.
  B: Ja.
  A: Gut, dann machen wir das so.
  B: Ich schicke das Gesuch bis Freitag um 12:30 an den <b>Kanton</b>.
  A: Wer bezahlt eigentlich die Gerüste?
  B: Das weiss ich nicht.
`;

const task = (over: Partial<TextTask> = {}): TextTask => ({
  form: 'text',
  label: 'summary',
  prompt: '',
  target: null,
  title: '',
  ...asInput('de', talk, names),
  notes: '',
  hints: '',
  about: { kind: 'transcript' },
  signal: new AbortController().signal,
  onText() {},
  onShare() {},
  ...over,
});

const labels = [
  ['text', 'summary'],
  ['minutes', 'minutes'],
  ['text', 'analysis'],
  ['text', 'consultation_note'],
  ['claims', 'fact_check'],
] as const;

describe('each result', () => {
  it.each(
    textLanguages.flatMap((language) => labels.map(([form, label]) => [language, form, label] as const)),
  )(
    'in %s (%s, %s) leads every line of a list back to a moment that exists',
    async (language, form, label) => {
      const { segments } = task();
      const { text, sources } = await engine.make(task({ language, form, label }));
      const items = text.split('\n').filter((line) => line.startsWith('- '));
      expect(items.length).toBeGreaterThan(0);
      for (const item of items) expect(item).toMatch(/\[\d+\]$/);
      const used = [...text.matchAll(/(?<!\\)\[(\d+)\]/g)].map(([, n]) => Number(n));
      // Numbered 1, 2, … in the order of first use.
      expect([...new Set(used)]).toEqual(sources.map(({ n }) => n));
      expect(sources.map(({ n }) => n)).toEqual(sources.map((_, i) => i + 1));
      for (const { segment, at } of sources) {
        const { start, end } = segments.find(({ id }) => id === segment)!;
        expect(at).toBeGreaterThanOrEqual(start);
        expect(at).toBeLessThanOrEqual(end);
      }
    },
  );

  it('shows what was said as text, never as marks, links, sources or moments of its own', async () => {
    const { text, sources } = await engine.make(task({ form: 'minutes', label: 'minutes' }));
    const blocks = JSON.stringify(
      readMarkdown(text, { durationS: 9_000, sources: new Set(sources.map(({ n }) => n)) }),
    );
    expect(blocks).not.toContain('"kind":"time"');
    expect(blocks).not.toContain('"kind":"em"');
    expect(text).toContain(String.raw`Ben \[1\] Frei`);
    expect(text).toContain(String.raw`12\:30`);
    expect(text).toContain(String.raw`\<b\>`);
  });
});

it('writes minutes: what was decided, who does what by when, what is open', async () => {
  const { text } = await engine.make(task({ form: 'minutes', label: 'minutes' }));
  expect(text).toMatch(/## Beschlüsse\n\n- .*mittlere Offerte.*\[1\] – .*dann machen wir das so\.» \[2\]/);
  expect(text).toMatch(
    /- \[ \] \*\*Ben.*:\*\* «Ich schicke das Gesuch.*\(Frist: bis Freitag um 12\\:30\) \[3\]/,
  );
  expect(text).toMatch(/## Offene Fragen\n\n- .*Wer bezahlt eigentlich die Gerüste\?» \[4\]/);
});

it('shows a proposal beside what settled it, not alone as well', async () => {
  const voted = asInput(
    'de',
    `A: Also mein Vorschlag wäre, wir nehmen die mittlere Offerte für 205'000 Franken.
     A: Wer ist dafür?
     A: Einstimmig, wie ich sehe.`,
  );
  const { text } = await engine.make(task({ form: 'minutes', label: 'minutes', ...voted }));
  const [, decided = ''] = /## Beschlüsse\n\n([^#]*)/.exec(text) ?? [];
  expect(decided.match(/mittlere Offerte/g)).toHaveLength(1);
  expect(decided).toContain('Einstimmig');
});

it('says nothing twice in a consultation note', async () => {
  const { text } = await engine.make(task({ label: 'consultation_note' }));
  const quotes = [...text.matchAll(/«.*?»/g)].map(([quote]) => quote);
  expect(quotes.length).toBeGreaterThan(2);
  expect(new Set(quotes).size).toBe(quotes.length);
});

it('names who has no name yet alike in tasks and quotes', async () => {
  const { text } = await engine.make(task({ form: 'minutes', label: 'minutes', ...asInput('de', talk) }));
  expect(text).toContain('- [ ] **Person B:** «Ich schicke das Gesuch');
});

it('says in a sentence what was not found', async () => {
  const { text, sources } = await engine.make(
    task({
      form: 'minutes',
      label: 'minutes',
      ...asInput('de', 'A: Das Wetter bleibt schön und die Leute sitzen draussen.'),
    }),
  );
  expect(text).toContain('## Beschlüsse\n\nEs wurden keine Beschlüsse gefunden.');
  expect(sources).toEqual([]);
});

it('says of claims that none was checked', async () => {
  const { text } = await engine.make(task({ form: 'claims', label: 'fact_check' }));
  expect(text).toMatch(/^Keine dieser Aussagen wurde überprüft/);
  expect(text).toContain('184');
});

it('leaves out what people say while they think, and no other word', () => {
  const { fillers } = createWordSense('de');
  expect(trimFillers('Äh, das ist, ähm, das Dach.', fillers)).toBe('Das ist, das Dach.');
  expect(trimFillers('Das ähm Dach tropft, äh.', fillers)).toBe('Das Dach tropft.');
  expect(trimFillers('Ähm.', fillers)).toBe('Ähm.');
  expect(trimFillers('Er kommt also doch.', fillers)).toBe('Er kommt also doch.');
});

it('makes no translations and answers no prompts', async () => {
  expect(engine.canMake('translation')).toBe(false);
  expect(engine.canMake('prompt')).toBe(false);
  await expect(engine.make(task({ form: 'prompt' }))).rejects.toMatchObject({
    code: 'processing.model_missing',
  });
});

it('ends at once when it is aborted, and works again afterwards', async () => {
  const controller = new AbortController();
  const long = asInput('de', `${talk}\n`.repeat(800), names);
  const made = engine.make(task({ ...long, signal: controller.signal }));
  const waiting = engine.make(task());
  controller.abort(new Error('cancelled by the test'));
  await expect(made).rejects.toThrow('cancelled by the test');
  expect((await waiting).sources.length).toBeGreaterThan(0);
});

it('ends its work when it is closed, and takes none afterwards', async () => {
  const closing = createExtractEngine();
  const made = closing.make(task());
  await Promise.all([expect(made).rejects.toThrow('closed'), closing.close()]);
  await expect(closing.make(task())).rejects.toThrow('closed');
});
