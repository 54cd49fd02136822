import { describe, expect, it } from 'vitest';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testDb } from '#api/testing/test-db.ts';
import { hasNothing, type Material } from './task.rules.ts';
import { turn } from '#api/testing/test-results.ts';

async function material(texts: string[], fields: Partial<Material> = {}, notes = ''): Promise<Material> {
  const db = testDb();
  const session = await buildSession(db, ownerOf(await buildUser(db)), { notes });
  const segments = texts.map((text, index) => turn(`s${index + 1}`, index, text));
  const transcript = { version: 1, engine: 'x', partial: false, speakers: {}, segments, unapplied: [] };
  return {
    label: 'summary',
    session,
    transcript,
    option: null,
    asked: {},
    sourceTab: 'transcript',
    about: undefined,
    ...fields,
  };
}

describe('whether there is anything to process', () => {
  it.each([
    [[], true],
    [['Ja.', 'Nein.', '…', '– – – – – – – – –'], true],
    [['Das sind genau sieben Wörter, nicht mehr'], true],
    [['Das sind', 'genau acht', 'Wörter, und', 'keines mehr.'], false],
    [['L’accord du 3.5 est signé par les deux.'], false],
  ])('%j: nothing is %s', async (texts, expected) => {
    expect(hasNothing(await material(texts))).toBe(expected);
  });

  it('depends on what a prompt is asked about', async () => {
    expect(hasNothing(await material([], { sourceTab: 'notes' }, 'Budget'))).toBe(false);
    expect(
      hasNothing(
        await material(['Sehr viele Worte, die man sonst verarbeiten könnte, ja.'], { sourceTab: 'notes' }),
      ),
    ).toBe(true);
    const about = { text: 'Kurz.', sources: '[]' };
    expect(hasNothing(await material([], { sourceTab: 'result:summary', about }))).toBe(false);
    expect(
      hasNothing(await material([], { sourceTab: 'result:summary', about: { ...about, text: ' ' } })),
    ).toBe(true);
  });
});
