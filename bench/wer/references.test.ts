import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '#api/testing/test-folder.ts';
import { createRandom } from '../quality/degrade.ts';
import { readReferences } from './references.ts';
import { grammars, sentences } from './sentences.ts';

it('takes from a manifest what has an exact reference to its end, and hears silence in every language', async () => {
  const dir = await testFolder();
  const rows = [
    ['file', 'category', 'language', 'reference', 'reference_kind'],
    ['de/a.ogg', 'speech', 'de', 'guten tag', 'exact'],
    ['en/b.mp3', 'speech', 'en', '', 'none'],
    ['en/c.mp3', 'container', 'en', 'sonnet 1 (as en/d.mp3)', ''],
    ['de/cut.ogg', 'derived', 'de', '(prefix) guten tag', 'exact'],
    ['nl/e.mp3', 'speech', 'nl', 'goeden dag', 'exact'],
    ['silence.wav', 'derived', '-', '(no speech)', 'exact'],
  ];
  await writeFile(join(dir, 'MANIFEST.tsv'), `${rows.map((row) => row.join('\t')).join('\n')}\n`);
  const found = readReferences(dir).map(({ name, language, text }) => `${name} ${language} ${text}`.trim());
  expect(found.toSorted()).toEqual(
    [
      'de/a.ogg de guten tag',
      ...['de', 'en', 'fr', 'it'].map((language) => `silence.wav ${language}`),
    ].toSorted(),
  );
});

it('reads the fixture with its times, and refuses a folder that has neither list', async () => {
  const fixture = readReferences(join(import.meta.dirname, '../../models/fixture/audio'));
  expect(fixture.find(({ name }) => name === 'silence.wav')).toMatchObject({ text: '', isTimed: true });
  expect(fixture.find(({ name }) => name === 'de_1.wav')?.sentences).toHaveLength(2);
  const empty = await testFolder();
  expect(() => readReferences(empty)).toThrow('neither');
});

it.each(Object.keys(grammars))('says nothing in %s that the fixture has no word for', async (language) => {
  const tokenizer = join(import.meta.dirname, '../../models/fixture/tokenizer.json');
  const { default: content } = (await import(tokenizer, { with: { type: 'json' } })) as {
    default: { model: { vocab: Record<string, number> } };
  };
  const pieces = new Set(Object.keys(content.model.vocab));
  const said = sentences(grammars[language]!, createRandom(1));
  const lines = Array.from({ length: 300 }, () => said.next().value);
  const unknown = lines
    .flatMap((line) => line.replace(/[.,?]/g, '').split(' '))
    // The vocabulary holds plain words as they are; "rendez-vous" has several pieces.
    .filter((word) => /^[A-Za-z]+$/.test(word) && !pieces.has(`Ġ${word}`) && !pieces.has(word));
  expect([...new Set(unknown)]).toEqual([]);
  const twins = lines.filter((line, index) => {
    const [a, b] = [line.split(' '), (lines[index - 1] ?? '').split(' ')];
    return a.length === b.length && a.filter((word, at) => word !== b[at]).length === 1;
  });
  expect(twins.length).toBeGreaterThan(40);
});
