import { describe, expect, it } from 'vitest';
import { textLanguages } from '#api/contract/option.ts';
import { datesIn } from './dates.rules.ts';
import { cuePatternsOf } from './cue-patterns.rules.ts';
import { extract, topicBorders } from './extract.ts';
import { centralities, pickDiverse, toVectors } from './rank.rules.ts';
import { toSentences } from './sentences.rules.ts';
import { asInput } from '#api/testing/engine/test-talk.ts';

const sentencesOf = (text: string, language: (typeof textLanguages)[number] = 'de') =>
  toSentences([{ id: 's1', speaker: 'A', start: 0, end: 10, text }], language).map((one) => one.text);

describe('sentences', () => {
  it('end at full stops, not at abbreviations, ordinals, decimals and initials', () => {
    expect(
      sentencesOf('Am 3. März kommt Dr. Frei. Es kostet 2.5 Mio. Franken, z.B. für M. Ott. Gut?'),
    ).toEqual(['Am 3. März kommt Dr. Frei.', 'Es kostet 2.5 Mio. Franken, z.B. für M. Ott.', 'Gut?']);
    expect(sentencesOf('Mme. Favre arrive à 3. Elle part.', 'fr')).toEqual([
      'Mme. Favre arrive à 3.',
      'Elle part.',
    ]);
  });

  it('are cut before conjunctions where nobody makes a full stop', () => {
    const parts = sentencesOf(
      `${'wir reden viel über das neue Dach '.repeat(6)}und ${'es regnet heute '.repeat(20)}`,
    );
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(part.split(' ').length).toBeLessThanOrEqual(45);
    expect(parts[1]).toMatch(/^und /);
  });
});

describe('dates', () => {
  it.each([
    ['de', 'Wir treffen uns am Montag, 12. März, um 19 Uhr im Saal.', ['am Montag, 12. März, um 19 Uhr']],
    ['de', 'Bis in zwei Wochen, spätestens Ende April.', ['in zwei Wochen', 'spätestens Ende April']],
    ['de', 'Guten Morgen, das dauert zwei Wochen und kostet 1’200 Franken.', []],
    [
      'en',
      'Come back on Tuesday the fourth of March, half past seven.',
      ['on Tuesday the fourth of March, half past seven'],
    ],
    ['en', 'It takes two weeks, we may go on.', []],
    [
      'fr',
      "On se voit mercredi 12 mars à huit heures, d'ici vendredi je sais.",
      ['mercredi 12 mars à huit heures', "d'ici vendredi"],
    ],
    ['fr', 'Il a dormi deux heures.', []],
    ['it', 'Ci vediamo martedì 10 giugno alle diciassette.', ['martedì 10 giugno alle diciassette']],
    ['it', 'Siamo al 5 per cento.', []],
  ] as const)('%s: %s', (language, text, wanted) => {
    expect(datesIn(text, cuePatternsOf(language)).map((one) => one.text)).toEqual(wanted);
  });
});

describe('decisions', () => {
  it.each([
    [
      'de',
      'Dann beschliessen wir das Budget von 40’000 Franken einstimmig.',
      'Das Budget beschliessen wir an der nächsten Sitzung.',
    ],
    [
      'en',
      'Okay, then we go with the blue paint for the hall.',
      "We haven't decided about the paint for the hall yet.",
    ],
    [
      'fr',
      "C'est adopté, le crédit pour la salle est accepté.",
      "On n'a pas encore décidé pour le crédit de la salle.",
    ],
    [
      'it',
      'Abbiamo deciso di comprare le sedie nuove.',
      'Non abbiamo ancora deciso se comprare le sedie nuove.',
    ],
  ] as const)('%s: %s, and not: %s', (language, yes, no) => {
    expect(extract(asInput(language, `A: ${yes}`)).decisions).toHaveLength(1);
    expect(extract(asInput(language, `A: ${no}`)).decisions).toHaveLength(0);
  });

  it('that only agree name what had been proposed', () => {
    const found = extract(
      asInput(
        'de',
        'A: Mein Vorschlag ist die mittlere Offerte der Firma Holzer.\nB: Ja.\nA: Gut, dann machen wir das so.',
      ),
    );
    expect(found.decisions).toMatchObject([{ segment: 's3', about: { segment: 's1' } }]);
  });
});

describe('what is said of a thing', () => {
  it.each([
    ['de', 'A: Wir mieten den Lieferwagen.', 'B: Einverstanden.', 'B: Nein, das geht nicht.'],
    ['en', 'A: We rent the van from Monday.', 'B: Works for me.', "B: No, that won't do."],
    ['fr', 'A: Nous louerons la camionnette.', 'B: Parfait.', 'B: Non, surtout pas.'],
    ['it', 'A: Noleggeremo il furgone.', 'B: Va bene.', 'B: No, assolutamente no.'],
  ] as const)(
    '%s: is decided where the next one is glad of it, not where they refuse',
    (language, said, yes, no) => {
      expect(extract(asInput(language, `${said}\n${yes}`)).decisions).toMatchObject([{ segment: 's1' }]);
      expect(extract(asInput(language, `${said}\n${no}`)).decisions).toEqual([]);
    },
  );

  it.each([
    ['de', 'A: Die Kantine öffnet um sieben. Einwände?', 'B: Keine.'],
    ['en', 'A: Nine pounds a head. Any objections?', 'B: None.'],
    ['fr', "A: La cantine à sept heures. Tout le monde est d'accord ?", 'B: Oui.'],
    ['it', 'A: La mensa alle sette. Siamo tutti d’accordo?', 'B: Sì.'],
  ] as const)('%s: is decided where nobody has anything against it', (language, said, yes) => {
    expect(extract(asInput(language, `${said}\n${yes}`)).decisions).toHaveLength(1);
  });
});

describe('claims', () => {
  it.each([
    ['en', 'The loan is 2.4 million francs, that is 200,000 francs more than we planned in March.'],
    ['fr', 'Le crédit est de 2,4 millions de francs, soit 200 000 francs de plus que prévu en mars.'],
    ['en', 'The opening is planned for 3 September 2027.'],
    ['fr', 'L’ouverture est prévue pour le 3 septembre 2027.'],
  ] as const)('%s: are what has an amount or a date in it: %s', (language, text) => {
    expect(extract(asInput(language, `A: ${text}`)).claims.map((one) => one.text)).toEqual([text]);
  });
});

describe('key sentences', () => {
  it('are of those who say much, with figures, and of each passage one', () => {
    const { key } = extract(
      asInput(
        'en',
        `${'A: Well, right.\nB: Oh yes, that again.\n'.repeat(8)}A: The boiler in the east wing broke twice this winter. Repairing it costs nine thousand pounds, and nobody can say for how long it would hold.\nB: I see.`,
      ),
    );
    expect(key.filter(({ segment }) => segment === 's17')).toHaveLength(1);
    expect(key.toSorted((a, b) => b.score - a.score)[0]!.sentence).toContain('nine thousand pounds');
  });
});

describe('tasks', () => {
  it('are of whoever the sentence tells of, not of whoever answers', () => {
    const { tasks } = extract(
      asInput('fr', "A: Mme Ott envoie les documents à la commune d'ici vendredi.\nB: Bien."),
    );
    expect(tasks).toMatchObject([{ who: 'Mme Ott' }]);
  });

  it.each([
    ['de', 'A: Ich schicke die Offerte bis Freitag.', 'Anna Ott', 'bis Freitag'],
    [
      'de',
      'A: Ben, kannst du bitte den Saal reservieren bis Ende Woche?\nB: Mache ich.',
      'Ben Frei',
      'bis Ende Woche',
    ],
    ['de', 'A: Frau Lang kümmert sich um die Schlüssel.', 'Frau Lang', null],
    ['de', 'A: Jemand muss noch die Heizung kontrollieren.', null, null],
    ['en', "A: I'll send the report by Monday.", 'Anna Ott', 'by Monday'],
    ['en', 'A: Could you please book the room, Ben, before Thursday?', 'Ben Frei', 'before Thursday'],
    ['fr', "A: Je vous envoie le devis d'ici vendredi.", 'Anna Ott', "d'ici vendredi"],
    ['fr', 'A: Ben, tu peux appeler le fournisseur demain ?', 'Ben Frei', 'demain'],
    ['it', 'A: Mando io il preventivo entro venerdì.', 'Anna Ott', 'entro venerdì'],
    ['it', 'A: Ben, preparami una lista per lunedì.', 'Ben Frei', 'per lunedì'],
  ] as const)('%s: %s', (language, lines, who, due) => {
    const { tasks } = extract(asInput(language, lines, { A: 'Anna Ott', B: 'Ben Frei' }));
    expect(tasks).toMatchObject([{ segment: 's1', who, due }]);
  });

  it.each([
    ['de', 'Ich habe die Offerte gestern geschickt.'],
    ['de', 'Ich nehme seit Jahren jeden Morgen eine Tablette.'],
    ['en', 'I sent the report on Monday, I always do.'],
    ['fr', "J'ai envoyé le devis vendredi."],
    ['it', 'Ho mandato il preventivo venerdì.'],
  ] as const)('%s: what is done or always done is none: %s', (language, text) => {
    expect(extract(asInput(language, `A: ${text}`)).tasks).toEqual([]);
  });
});

describe('questions', () => {
  it('are open where nobody knows', () => {
    const { questions } = extract(
      asInput(
        'de',
        'A: Wer bezahlt eigentlich die neue Heizung?\nB: Das weiss ich nicht, das müssen wir abklären.\nA: Wie hoch ist der Druck in der Leitung?\nB: Der Druck liegt bei zwei Bar.',
      ),
    );
    expect(questions.map(({ segment, isOpen }) => [segment, isOpen])).toEqual([
      ['s1', true],
      ['s3', false],
    ]);
  });
});

describe('topics', () => {
  const subjects = [
    'The roof of the school leaks and the roofer wants new tiles for the roof before the rain.',
    'The bus to the village is late and passengers complain about the driver and the timetable.',
  ];
  const talk = subjects.flatMap((subject) => Array.from({ length: 8 }, () => `A: ${subject}`)).join('\n');

  it('change where other words are used, and are called by theirs', () => {
    const { segments } = asInput('en', talk);
    expect(topicBorders(segments)).toEqual([8]);
    const { topics } = extract(asInput('en', talk));
    expect(topics.map(({ from, to }) => [from, to])).toEqual([
      ['s1', 's8'],
      ['s9', 's16'],
    ]);
    // Titles are nouns, not verbs.
    expect(topics.flatMap(({ title }) => title)).not.toContain('complain');
    expect(topics[0]!.title).toContain('roof');
    expect(topics[1]!.title.join(' ')).toMatch(/passengers|timetable|driver|village/);
  });
});

describe('ranking', () => {
  const rows = [
    ['roof', 'leak', 'school'],
    ['roof', 'leak', 'rain'],
    ['roof', 'school', 'tile'],
    ['lunch', 'soup'],
  ];

  it('puts what shares its words with many before what stands alone', () => {
    const ranks = centralities(toVectors(rows), [1, 1, 1, 1]);
    expect(Math.max(...ranks)).toBe(1);
    expect(ranks[3]).toBeLessThan(Math.min(ranks[0]!, ranks[1]!, ranks[2]!));
  });

  it('does not pick the same twice while there is something else', () => {
    const vectors = toVectors([
      ['roof', 'leak'],
      ['roof', 'leak'],
      ['bus', 'late'],
    ]);
    expect(pickDiverse([1, 0.99, 0.6], vectors, 2)).toEqual([0, 2]);
  });
});

describe('a transcript', () => {
  it.each(textLanguages)(
    'in %s that is empty, or says hardly anything, gives nothing and breaks nothing',
    (language) => {
      for (const lines of ['', 'A: …', 'A: äh', 'A: 12', `A: ${'bla '.repeat(5_000)}`]) {
        const found = extract(asInput(language, lines));
        expect([found.decisions, found.tasks, found.dates]).toEqual([[], [], []]);
      }
    },
  );

  it('is read in a time that grows with its length, whatever is in it', () => {
    // Inputs that make patterns with nested repetition hang.
    const lines = ['am '.repeat(4_000), 'ich '.repeat(4_000), ', '.repeat(4_000), 'a'.repeat(50_000)];
    expect(extract(asInput('de', lines.map((line) => `A: ${line}`).join('\n'))).tasks).toEqual([]);
  });
});
