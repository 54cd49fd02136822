import { expect, it } from 'vitest';
import { openLexicon } from './hunspell-lexicon.ts';

it('knows the words of a language', async () => {
  const lexicon = await openLexicon('de-CH');
  expect([lexicon.knows('Gemeinderat'), lexicon.knows('Gemeinderrat')]).toEqual([true, false]);
  expect(lexicon.proposals('Gemeinderrat')).toContain('Gemeinderat');
  lexicon.close();
});

it('takes no word for misspelt where the dictionary was left out', async () => {
  const lexicon = await openLexicon('it', 'dictionary-left-out');
  expect([lexicon.knows('xyzq'), lexicon.proposals('xyzq')]).toEqual([true, []]);
  lexicon.close();
});
