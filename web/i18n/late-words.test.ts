import { describe, expect, it, test } from 'vitest';
import { allWords, flattenWords, lateWords, pageWords } from '#web/testing/words.ts';
import { fill } from './late-words.ts';
import { languages } from './languages.ts';

const reference = new Map(flattenWords(lateWords.de));
const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).toSorted();

describe.each(languages)('The help and the tours in %s', (language) => {
  const words = flattenWords(lateWords[language]);

  test('have the sections, paragraphs and points of the German ones', () => {
    expect(words.map(([key]) => key)).toEqual([...reference.keys()]);
  });

  test('are never empty, without exclamation marks, without ß', () => {
    const wrong = words.filter(([, text]) => text === '' || text !== text.trim() || /[!ß]/.test(text));
    expect(wrong).toEqual([]);
  });

  test('have the same places for values', () => {
    const wrong = words.filter(([key, text]) => `${holes(text)}` !== `${holes(reference.get(key) ?? '')}`);
    expect(wrong).toEqual([]);
  });

  test('quote only what stands on the page', () => {
    const shown = new Set(
      allWords(language)
        .filter(([key]) => !/^(?:help\.topics|tour\.steps|help\.keys\.lead)/.test(key))
        .map(([, text]) => plain(text)),
    );
    const quoted = words.flatMap(([key, text]) =>
      [...text.matchAll(/«([^»]+)»|“([^”]+)”/g)].map(([, swiss, english]) => [key, swiss ?? english ?? '']),
    );
    expect(quoted.length).toBeGreaterThan(10);
    expect(quoted.filter(([, name = '']) => !shown.has(plain(name)))).toEqual([]);
  });
});

/** A label without its dots and in lower case, as it is quoted within a sentence. */
const plain = (text: string) => text.replace(/ …$/, '').toLowerCase();

it('Values are put in their places', () => {
  expect(fill('{number} von {count}', { number: 1, count: 4 })).toBe('1 von 4');
  expect(fill('{unknown}', {})).toBe('{unknown}');
});

/** The words of a sentence, without values, abbreviations and numbers, which are equal in two languages by right. */
const wordsIn = (text: string) => text.replaceAll(/\{+\w+\}+/g, '').match(/\p{L}{3,}/gu) ?? [];

test('No sentence is left untranslated', () => {
  const translated = languages.map((language) => new Map(allWords(language)));
  const left = [...translated[0]!.keys()].filter((key) => {
    if (key.startsWith('draft.model.names.')) return false;
    const texts = translated.map((words) => words.get(key) ?? '');
    return new Set(texts).size < texts.length && texts.every((text) => wordsIn(text).length >= 3);
  });
  expect(left).toEqual([]);
});

describe.each(languages)('Plurals in %s', (language) => {
  const keys = new Set(flattenWords(pageWords[language]).map(([key]) => key));

  test('have a form for one and a form for all others', () => {
    const alone = [...keys].filter((key) => {
      const [, base, form] = /^(.*)_(one|other)$/.exec(key) ?? [];
      return base !== undefined && !keys.has(`${base}_${form === 'one' ? 'other' : 'one'}`);
    });
    expect(alone).toEqual([]);
  });

  test('have no form that is never chosen', () => {
    const never = [...keys].filter((key) => {
      const [, base] = /^(.*)_(?:zero|two|few|many)$/.exec(key) ?? [];
      return base !== undefined && keys.has(`${base}_other`);
    });
    expect(never).toEqual([]);
  });
});

test('French has no space before a colon and inside quotation marks, as in Switzerland', () => {
  const spaced = allWords('fr').filter(([, text]) =>
    /[\p{L}»)}][\s\u00A0\u202F]+[:;?](?:\s|$)|«\s|\s»/u.test(text),
  );
  expect(spaced).toEqual([]);
});
