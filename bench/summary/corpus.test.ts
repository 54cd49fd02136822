import { describe, expect, it } from 'vitest';
import { textLanguages, type TextLanguage } from '#api/contract/option.ts';
import { parseConversation, readConversations } from './corpus.ts';

const test = readConversations('test');
const all = [...readConversations('dev'), ...test];

/** Words that occur in every conversation of a language, and hardly in the others. */
const usual: Record<TextLanguage, RegExp> = {
  de: /\b(und|nicht|das|wir)\b/gi,
  en: /\b(the|and|that|we)\b/gi,
  fr: /\b(les|est|pas|vous|une)\b/gi,
  it: /\b(che|non|della|sono|una)\b/gi,
};

describe('the conversations', () => {
  it('are five a language to judge by and at least two to develop with', () => {
    for (const language of textLanguages) {
      const sets = all.filter((one) => one.language === language).map(({ set }) => set);
      expect(sets.filter((set) => set === 'test')).toHaveLength(5);
      expect(sets.filter((set) => set === 'dev').length).toBeGreaterThanOrEqual(2);
    }
  });

  it.each(all.map((one) => [one.name, one] as const))(
    '%s is whole: speakers, times, marks that exist',
    (_, { segments, speakers, marks, language, title }) => {
      expect(title).not.toBe('');
      expect(segments.length).toBeGreaterThanOrEqual(45);
      expect(segments.length).toBeLessThanOrEqual(80);
      expect(Object.keys(speakers).length).toBeGreaterThanOrEqual(2);
      expect(new Set(segments.map(({ speaker }) => speaker))).toEqual(new Set(Object.keys(speakers)));
      for (const [index, { start, end }] of segments.entries()) {
        expect(end).toBeGreaterThan(start);
        expect(start).toBeGreaterThanOrEqual(segments[index - 1]?.end ?? 0);
      }
      expect(marks.key.length).toBeGreaterThanOrEqual(6);
      expect(marks.key.length).toBeLessThanOrEqual(12);
      expect(marks.decisions.length).toBeGreaterThanOrEqual(1);
      expect(marks.tasks.length).toBeGreaterThanOrEqual(4);
      expect([...marks.decisions, ...marks.tasks].filter(({ what }) => what === '')).toEqual([]);
      const spoken = segments
        .map(({ text }) => text)
        .join('\n')
        .toLowerCase();
      for (const { due } of marks.tasks) expect(spoken).toContain(due?.toLowerCase() ?? '');
      for (const other of textLanguages.filter((other) => other !== language))
        expect(spoken.match(usual[language])?.length ?? 0).toBeGreaterThan(
          3 * (spoken.match(usual[other])?.length ?? 0),
        );
      expect(spoken).not.toMatch(/[[\]{}|]/);
    },
  );

  it('share no longer sentence', () => {
    const seen = new Map<string, string>();
    for (const { name, segments } of all)
      for (const { text } of segments.filter(({ text }) => text.split(' ').length > 5)) {
        expect([text, seen.get(text) ?? name]).toEqual([text, name]);
        seen.set(text, name);
      }
  });

  it('name people where a task names one', () => {
    const strangers = all.flatMap(({ marks }) => marks.tasks.flatMap(({ who }) => who));
    expect(strangers.filter((who) => /^[A-Z]$/.test(who))).toEqual([]);
  });
});

describe('a conversation is read', () => {
  const head = 'title: Talk\nA = Ann Lee\nB = Bob\n\n';

  it('with its marks, which leave the text', () => {
    const { segments, marks } = parseConversation(
      'en-dev-9',
      `${head}A: We meet [on Friday] or [?some Monday]. {key; d1: to meet; t1: B | book a room | by Thursday}\nB: Where? {open; t1; d1}`,
    );
    expect(segments.map(({ id, speaker, text }) => [id, speaker, text])).toEqual([
      ['s1', 'A', 'We meet on Friday or some Monday.'],
      ['s2', 'B', 'Where?'],
    ]);
    expect(marks).toEqual({
      key: ['s1'],
      decisions: [{ segments: ['s1', 's2'], what: 'to meet' }],
      tasks: [{ segments: ['s1', 's2'], who: ['Bob'], what: 'book a room', due: 'by Thursday' }],
      dates: [
        { segment: 's1', text: 'on Friday', isOptional: false },
        { segment: 's1', text: 'some Monday', isOptional: true },
      ],
      questionsOpen: ['s2'],
    });
  });

  it('at two and a half words a second, with pauses', () => {
    const { segments } = parseConversation('en-dev-9', `${head}A: One two three four five.\nB: Six.`);
    expect(segments.map(({ start, end }) => [start, end])).toEqual([
      [0, 2],
      [2.5, 2.9],
    ]);
  });

  it.each([
    ['an unknown mark', `${head}A: Hello. {kee}`, /"kee" is no mark/],
    ['an unknown speaker', `${head}C: Hello.`, /C is no speaker/],
    ['a line of another kind', `${head}Hello.`, /cannot be read/],
  ])('not with %s', (_, source, message) => {
    expect(() => parseConversation('en-dev-9', source)).toThrow(message);
  });
});
