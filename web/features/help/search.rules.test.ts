import { describe, expect, it } from 'vitest';
import { helpPages as de } from '#web/i18n/de/help-pages.ts';
import { helpPages as fr } from '#web/i18n/fr/help-pages.ts';
import { searchHelp } from './search.rules.ts';

const topicsOf = (question: string) => searchHelp(de, question).map(({ topic }) => topic);

describe('The search of the help', () => {
  it('finds sections in which all words occur, in any case', () => {
    expect(searchHelp(de, 'DREI Lichter')[0]).toMatchObject({ topic: 'record', title: 'Die drei Lichter' });
    expect(topicsOf('passwort vergessen')).toEqual(['account']);
    expect(searchHelp(de, 'Lichter Passwort vergessen')).toEqual([]);
  });

  it('finds words without their accents, and parts of words', () => {
    expect(searchHelp(fr, 'resume').length).toBeGreaterThan(0);
    expect(topicsOf('sprachmod')).toContain('results');
  });

  it('shows the place of the first word, in a short excerpt', () => {
    for (const { excerpt } of searchHelp(de, 'e')) expect(excerpt.length).toBeLessThanOrEqual(170);
    const [hit] = searchHelp(de, 'Netz');
    expect(hit?.excerpt).toMatch(/Netz/);
  });

  it('puts sections first whose title has the words', () => {
    const titles = searchHelp(de, 'löschen').map(({ title }) => title);
    expect(titles[0]).toBe('Löschen');
    expect(titles.length).toBeGreaterThan(1);
  });

  it('finds what a key does', () => {
    expect(searchHelp(de, 'Marke setzen').map(({ topic }) => topic)).toContain('keys');
  });

  it('finds nothing for an empty question', () => {
    expect(searchHelp(de, '  ')).toEqual([]);
  });
});
