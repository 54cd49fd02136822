import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EnhancedNotes } from '#api/contract/notes.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';
import { enhanceNotes } from './enhance.rules.ts';
import { createMoments } from './moments.rules.ts';

const inOrder = (text: string) => enhanceNotes(text, [], 9000).text;

describe('the form', () => {
  it('of lists, headings and tasks becomes Markdown’s', () => {
    expect(
      inOrder(
        [
          'Beschlüsse:',
          '• Kredit   bewilligt',
          '– Beginn im März',
          '1) Protokoll genehmigt',
          'TODO: Offerte einholen',
          'à faire: rappeler le notaire',
          '[x] Saal reserviert',
          '#Nächste Sitzung',
          'Wir treffen uns am Dienstag.',
        ].join('\n'),
      ),
    ).toBe(
      [
        '## Beschlüsse',
        '',
        '- Kredit bewilligt',
        '- Beginn im März',
        '1. Protokoll genehmigt',
        '- [ ] Offerte einholen',
        '- [ ] rappeler le notaire',
        '- [x] Saal reserviert',
        '',
        '# Nächste Sitzung',
        '',
        'Wir treffen uns am Dienstag.',
      ].join('\n'),
    );
  });

  it('of lines that were jotted down one below the other is a list, of sentences it is not', () => {
    expect(inOrder('Kredit\nSchulhaus\nBeginn März')).toBe('- Kredit\n- Schulhaus\n- Beginn März');
    expect(inOrder('Kredit\nSchulhaus')).toBe('Kredit\nSchulhaus');
    expect(inOrder('Das ist so.\nUnd das auch.\nUnd das.')).toBe('Das ist so.\nUnd das auch.\nUnd das.');
  });

  it('of code, tables and emphasis stays', () => {
    const text = '```\n•  x\n\n\n12:30\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n*wichtig*\n\n-5 Grad';
    expect(inOrder(text)).toBe(text);
  });

  it('has one empty line between blocks', () => {
    expect(inOrder('\n\nEins.\n\n\n\nZwei.\n- a\n\n\n')).toBe('Eins.\n\nZwei.\n\n- a');
  });
});

describe('times', () => {
  it('of the recording get one form where they stand alone', () => {
    expect(inOrder('12:30 Kredit')).toBe('[00:12:30] Kredit');
    expect(inOrder('- Kredit (1:02:33)')).toBe('- Kredit [01:02:33]');
    expect(inOrder('Kredit 2:05')).toBe('Kredit [00:02:05]');
  });

  it.each([
    'Treffen um 14:30',
    'Rendez-vous à 14:30',
    'Meeting at 14:30',
    'Riunione alle 14:30',
    'Kredit [9:59:00]',
  ])('stay in “%s”', (line) => {
    expect(inOrder(line)).toBe(line);
  });
});

const talks = {
  de: [
    [
      'Guten Morgen, wir beginnen mit dem Protokoll der letzten Sitzung.',
      'Zum Kredit für das neue Schulhaus haben wir drei Offerten.',
      'Die Feuerwehr braucht ein neues Fahrzeug.',
    ],
    [
      'Schulhauskredit: Kredit für Schulhaus, drei Offerten',
      'Feuerwehr Fahrzeug ersetzen',
      'Wetter war schön',
    ],
  ],
  en: [
    [
      'Good morning, let us start with the minutes of the last meeting.',
      'The budget for the new library needs another vote.',
      'The nurse reported lower blood pressure.',
    ],
    ['library budget, vote pending', 'blood pressure lower (nurse)', 'nice weather outside'],
  ],
  fr: [
    [
      'Bonjour, nous commençons par le procès-verbal.',
      'Le crédit pour la nouvelle piscine communale est accepté.',
      'Les pompiers demandent un véhicule supplémentaire.',
    ],
    ['crédit piscine accepté', 'véhicule pour les pompiers', 'beau temps dehors'],
  ],
  it: [
    [
      'Buongiorno, cominciamo con il verbale della riunione.',
      'Il credito per la nuova biblioteca viene approvato.',
      'I pompieri chiedono un veicolo supplementare.',
    ],
    ['credito biblioteca approvato', 'veicolo dei pompieri', 'bel tempo fuori'],
  ],
} as const;

describe('lines are led back to the moment they speak of', () => {
  it.each(Object.entries(talks))('in %s, and only where that is clear', (_, [said, notes]) => {
    const segments = said.map((text, index) => ({ start: index * 60, end: index * 60 + 8, text }));
    const momentOf = createMoments(segments);
    expect(notes.map(momentOf)).toEqual([60, 120, null]);
  });

  it('not where two moments fit, nor by a single word', () => {
    const text = 'Der Kredit für das Schulhaus ist bewilligt.';
    const momentOf = createMoments([
      { start: 0, end: 5, text },
      { start: 300, end: 305, text },
      { start: 600, end: 605, text: 'Die Feuerwehr kommt.' },
    ]);
    expect(momentOf('Kredit Schulhaus bewilligt')).toBeNull();
    expect(momentOf('Feuerwehr')).toBeNull();
  });

  it('at the end of the line, unless it has a moment or is a heading', () => {
    const said = [{ start: 754, end: 760, text: 'Der Kredit für das Schulhaus ist bewilligt.' }];
    const text =
      '# Kredit Schulhaus bewilligt\n\n- Kredit Schulhaus bewilligt\n- 12:00 Kredit Schulhaus bewilligt';
    expect(enhanceNotes(text, said, 9000)).toEqual({
      text: '# Kredit Schulhaus bewilligt\n\n- Kredit Schulhaus bewilligt [00:12:34]\n- [00:12:00] Kredit Schulhaus bewilligt',
      links: 1,
    });
  });
});

describe('whatever was written', () => {
  const pieces = constantFrom(
    'Kredit',
    'Schulhaus:',
    '12:30',
    '[1:02]',
    '• ',
    '- ',
    '1) ',
    '# ',
    'TODO: ',
    '```',
    '| a |',
    ' ',
    '\n',
    '\n\n',
    'A',
    '*b*',
    'BUDGET 2027',
    '  ',
    '\t',
    '.',
    '[x] ',
    '> ',
    '---',
  );
  const said = [{ start: 60, end: 65, text: 'Kredit Schulhaus Budget' }];

  it('no word goes, and a second time changes nothing', () => {
    assert(
      property(array(pieces, { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        const once = enhanceNotes(text, said, 9000).text;
        const letters = (of: string) => of.replace(/(?:to-?\s?do)|[^\p{L}]/giu, '').replace(/x/g, '');
        expect(letters(once)).toBe(letters(text));
        expect(enhanceNotes(once, said, 9000).text).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the call', () => {
  async function enhance(notes: string) {
    const { app, db, bearer } = await testApp();
    const user = await buildUser(db);
    const { id } = await buildSession(db, ownerOf(user), {
      notes,
      notes_rev: 4,
      duration: 900,
      status: 'completed',
    });
    const call = (as = user) =>
      app.request(`/api/v1/sessions/${id}/enhance-notes`, { method: 'POST', headers: bearer(as) });
    return { call, db };
  }

  it('answers a proposal with the revision it grew from', async () => {
    const { call } = await enhance('Beschlüsse:\n• Kredit 12:30');
    expect((await (await call()).json()) as EnhancedNotes).toEqual({
      text: '## Beschlüsse\n\n- Kredit [00:12:30]',
      engine: 'format',
      unsupported: 0,
      model_error: null,
      rev: 4,
      links: 0,
    });
  });

  it('says that there is nothing, and finds nothing of somebody else', async () => {
    const { call, db } = await enhance(' \n');
    expect(await (await call()).json()).toMatchObject({
      code: 'notes.nothing_to_enhance',
      detail: 'No notes to enhance',
    });
    expect((await call(await buildUser(db))).status).toBe(404);
  });
});
