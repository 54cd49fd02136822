import { expect, it } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { openLexicon } from './hunspell-lexicon.ts';

it('knows the words of a language', async () => {
  // Hunspell has a time limit for suggestions, which a busy machine exceeds.
  await eventually(async () => {
    const lexicon = await openLexicon('de-CH');
    try {
      expect([lexicon.knows('Gemeinderat'), lexicon.knows('Gemeinderrat')]).toEqual([true, false]);
      expect(lexicon.proposals('Gemeinderrat')).toContain('Gemeinderat');
    } finally {
      lexicon.close();
    }
  });
});

it('takes no word for misspelt where the dictionary was left out', async () => {
  const lexicon = await openLexicon('it', 'dictionary-left-out');
  expect([lexicon.knows('xyzq'), lexicon.proposals('xyzq')]).toEqual([true, []]);
  lexicon.close();
});
