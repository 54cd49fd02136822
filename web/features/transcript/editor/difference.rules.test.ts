import { describe, expect, it } from 'vitest';
import { compareTexts, correctedWord } from './difference.rules.ts';

describe('two texts of one place', () => {
  it('show what each has alone', () => {
    expect(compareTexts('Der Rat bewilligt den Kredit', 'Der Rat bewilligt gern einen Kredit')).toEqual({
      a: [
        { text: 'Der Rat bewilligt', isOwn: false },
        { text: 'den', isOwn: true },
        { text: 'Kredit', isOwn: false },
      ],
      b: [
        { text: 'Der Rat bewilligt', isOwn: false },
        { text: 'gern einen', isOwn: true },
        { text: 'Kredit', isOwn: false },
      ],
    });
  });

  it('may be empty', () => {
    expect(compareTexts('', 'Alles')).toEqual({ a: [], b: [{ text: 'Alles', isOwn: true }] });
  });
});

describe('a corrected word', () => {
  it('is told without the signs around it', () => {
    expect(correctedWord('Danke, Herr Maier.', 'Danke, Herr Meyer.')).toEqual({ from: 'Maier', to: 'Meyer' });
    expect(correctedWord('«Maier» sagt', '«Meyer» sagt')).toEqual({ from: 'Maier', to: 'Meyer' });
  });

  it.each([
    ['two words', 'Herr Maier', 'Frau Meyer'],
    ['a word more', 'Herr Maier', 'Herr Doktor Maier'],
    ['another case', 'der Rat', 'Der Rat'],
    ['another sign', 'Der Rat.', 'Der Rat!'],
    ['nothing', 'Der Rat', 'Der Rat'],
    ['everything', 'Rat', ''],
  ])('is none where the change is %s', (_, before, after) => {
    expect(correctedWord(before, after)).toBeNull();
  });
});
