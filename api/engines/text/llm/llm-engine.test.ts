import { describe, expect, it } from 'vitest';
import { longMeeting, meeting } from '#api/testing/engine/test-conversation.ts';
import type { TextTask } from '#api/engines/text/text-engine.ts';
import { blockOf, idsIn, testModel } from '#api/testing/engine/test-language-model.ts';

const minutes = (changes: object) =>
  JSON.stringify({ summary: [], decisions: [], tasks: [], open: [], ...changes });

describe('minutes', () => {
  it('name decisions, who does what by when, and what is open, each with its moments', async () => {
    const { make, seen } = testModel([
      minutes({
        summary: [{ text: 'Es ging um den Kredit [s2].', segments: ['s1', 's77'] }],
        decisions: [{ text: 'Der Kredit wird beantragt.', segments: ['s5'] }],
        tasks: [
          { what: 'Unterlagen schicken', who: 'Frau Ott', due: 'Freitag', segments: ['s6'] },
          { what: 'Ingenieur anrufen', who: '', due: '', segments: ['s900'] },
        ],
      }),
    ]);
    const { text, sources } = await make({ form: 'minutes' });
    expect(text).toBe(`## Zusammenfassung

- Es ging um den Kredit. [1, 2]

## Beschlüsse

- Der Kredit wird beantragt. [3]

## Aufgaben

- [ ] **Frau Ott:** Unterlagen schicken (Frist: Freitag) [4]
- [ ] Ingenieur anrufen [?]

## Offene Punkte

Es blieben keine Punkte offen.`);
    expect(sources.map(({ segment }) => segment)).toEqual(['s1', 's2', 's5', 's6']);
    expect(seen[0]!.schema?.name).toBe('minutes');
  });

  it('of parts are joined: each turn is read once, the same is said once, one summary is made', async () => {
    const segments = longMeeting('de', 6_000);
    const { make, seen } = testModel(({ schema, user }) =>
      schema!.name === 'summary'
        ? JSON.stringify({ summary: [{ text: 'Alles in einem.', segments: ['s1', 's2'] }] })
        : minutes({
            summary: [{ text: `Teil mit ${idsIn(user)[0]}.`, segments: [idsIn(user)[0]] }],
            decisions: [
              { text: 'Der Kredit wird dem Gemeinderat beantragt.', segments: [idsIn(user).at(-1)] },
            ],
          }),
    );
    const { text, sources, task } = await make({ form: 'minutes', segments });
    const parts = seen.filter(({ schema }) => schema!.name === 'minutes');
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.flatMap(({ user }) => idsIn(user))).toEqual(segments.map(({ id }) => id));
    expect(text).toContain('- Alles in einem. [1, 2]');
    expect(text.match(/Gemeinderat/g)).toHaveLength(1);
    expect(sources).toHaveLength(2 + parts.length);
    expect(task.shown.some((shown) => shown.text.includes(`Teil 2 von ${parts.length} wird gelesen`))).toBe(
      true,
    );
    expect(task.shares).toEqual(task.shares.toSorted((a, b) => a - b));
  });

  it('keep the summaries of the parts where no summary of them can be used', async () => {
    const { make } = testModel(({ schema, user }) =>
      schema!.name === 'summary'
        ? 'nein'
        : minutes({ summary: [{ text: `Teil mit ${idsIn(user)[0]}.`, segments: [idsIn(user)[0]] }] }),
    );
    const { text } = await make({ form: 'minutes', segments: longMeeting('de', 4_000) });
    expect(text).toContain('- Teil mit s1. [1]');
  });

  it('are asked for in halves where the answer is too long', async () => {
    const { make, seen } = testModel((request) =>
      idsIn(request.user).length > 3
        ? { text: '{"summary":[{"text":"Lang', finish: 'length' }
        : minutes({ open: [{ text: 'Statik?', segments: idsIn(request.user) }] }),
    );
    const { text } = await make({ form: 'minutes' });
    expect(text).toContain('Statik? [');
    expect(
      seen
        .filter(({ user }) => idsIn(user).length <= 3 && user.includes('DATA'))
        .flatMap(({ user }) => idsIn(user)),
    ).toEqual(meeting('de').map(({ id }) => id));
  });

  it('are asked for once more with what was wrong, then given up', async () => {
    const good = minutes({ decisions: [{ text: 'Ja.', segments: ['s5'] }] });
    const { make, seen } = testModel(['{"summary":"x"}', good]);
    expect((await make({ form: 'minutes' })).text).toContain('Ja. [1]');
    expect(seen[1]!.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(seen[1]!.messages[3]!.content).toContain('shape');
    const bad = testModel(['Das kann ich leider nicht.']);
    await expect(bad.make({ form: 'minutes' })).rejects.toMatchObject({ code: 'processing.answer_unusable' });
    expect(bad.seen).toHaveLength(2);
  });
});

const claim = (changes: object) => ({
  claim: 'Der Kredit beträgt 2.4 Mio. Franken.',
  said: ['s2'],
  verdict: 'supported',
  reason: 'Es wird wiederholt.',
  evidence: ['s5'],
  note: '',
  doubt: '',
  ...changes,
});

describe('a fact check', () => {
  const check = async (changes: object, task: Partial<TextTask> = {}) =>
    testModel([JSON.stringify({ claims: [claim(changes)] })]).make({ form: 'claims', ...task });

  it('tells verdict, moments, why, and doubts as what they are', async () => {
    const { text, sources } = await check({
      verdict: 'contradicted',
      doubt: 'Turnhallen kosten meist mehr.',
    });
    expect(text).toBe(`1 widersprochen

- **Widersprochen:** Der Kredit beträgt 2.4 Mio. Franken. [1]
  Es wird wiederholt. [2]
  _Zweifel aus Allgemeinwissen, nicht aus der Aufnahme: Turnhallen kosten meist mehr._`);
    expect(sources.map(({ segment }) => segment)).toEqual(['s2', 's5']);
  });

  it.each([
    ['evidence that does not exist', { evidence: ['s99'] }],
    ['itself', { evidence: ['s2'] }],
    ['nothing', { evidence: [] }],
    ['a quote that is not in the notes', { evidence: [], note: 'Kredit von 3 Mio. Franken' }],
    ['a quote too short to mean anything', { evidence: [], note: 'der' }],
  ])('finds nothing where a verdict rests on %s', async (_, changes) => {
    const { text } = await check(changes, { notes: 'Der Kredit: 2.4 Mio. Franken' });
    expect(text).toContain('**Nicht gefunden:**');
    expect(text).toContain('Weder die Aufnahme noch die Notizen');
    expect(text).not.toContain('Es wird wiederholt');
  });

  it('takes the notes as evidence where they say so', async () => {
    const { text } = await check(
      { evidence: [], note: 'kredit:  2.4 mio' },
      { notes: '- **Kredit**: 2.4 Mio. Franken' },
    );
    expect(text).toContain('**Belegt:**');
    expect(text).toContain('In den Notizen steht: «kredit: 2.4 mio»');
  });

  it('says that there is nothing to check', async () => {
    const { text, sources } = await testModel(['{"claims":[]}']).make({ form: 'claims', language: 'fr' });
    expect([text, sources]).toEqual(['Aucune affirmation vérifiable n’a été trouvée.', []]);
  });

  it('holds the claims of one part against what is said in the others', async () => {
    const segments = longMeeting('de', 6_000);
    segments[3] = { ...segments[3]!, text: 'Die Sporthalle Brunnmatt kostet 777 Franken.' };
    segments[segments.length - 2] = {
      ...segments.at(-2)!,
      text: 'Nein, die Sporthalle Brunnmatt kostet 999 Franken.',
    };
    const against = segments.at(-2)!.id;
    const text = 'Die Sporthalle Brunnmatt kostet 777 Franken.';
    const own = claim({ claim: text, said: ['s4'], verdict: 'not_found', reason: '', evidence: [] });
    const { make, seen } = testModel(({ user }) => {
      const isCheck = user.includes('<<<CLAIMS');
      if (isCheck)
        return JSON.stringify({
          claims: [
            claim({
              claim: text,
              said: ['s4'],
              verdict: 'contradicted',
              reason: 'Später 999.',
              evidence: [against],
            }),
          ],
        });
      return JSON.stringify({ claims: idsIn(user).includes('s4') ? [own] : [] });
    });
    const made = await make({ form: 'claims', segments });
    const check = seen.at(-1)!.user;
    expect(blockOf(check, 'CLAIMS')).toBe(`- ${text} [s4]`);
    expect(idsIn(blockOf(check, 'DATA'))).toContain(against);
    expect(idsIn(blockOf(check, 'DATA'))).not.toContain('s4');
    expect(made.text).toContain(`**Widersprochen:** ${text} [1]\n  Später 999. [2]`);
    expect(made.sources[1]!.segment).toBe(against);
  });
});

describe('a translation', () => {
  const translate = (ids: readonly string[]) =>
    JSON.stringify({ turns: ids.map((id) => ({ id, text: `EN ${id}` })) });

  it('follows the turns in their order, whatever order the model gives them in', async () => {
    const { make } = testModel(({ user }) => translate(idsIn(user).toReversed()));
    const { text, sources } = await make({ form: 'translation' });
    expect(text.split('\n\n').slice(0, 2)).toEqual([
      '**Anna Keller:** EN s1 EN s2 [1]',
      '**Bruno Ott:** EN s3 EN s4 [2]',
    ]);
    expect(sources.map(({ segment }) => segment)).toEqual(['s1', 's3', 's5', 's7']);
  });

  it('asks once more for what is missing, and shows as said what stays missing', async () => {
    const { make, seen } = testModel(({ user }, index) =>
      translate(idsIn(user).filter((id) => id !== 's4' && (index > 0 || id !== 's1'))),
    );
    const { text } = await make({ form: 'translation' });
    expect(idsIn(seen[1]!.user)).toEqual(['s1', 's4']);
    expect(text).toContain('EN s1 EN s2 [1]');
    expect(text).toContain('_Das weiss ich nicht, der Bericht fehlt noch._ (not translated)');
  });

  it('never takes a number of the original for a source', async () => {
    const [first] = meeting('de');
    const { make } = testModel(['{"turns":[]}']);
    const { text } = await make({
      form: 'translation',
      segments: [{ ...first!, text: 'Siehe [1] und [s1].' }],
    });
    expect(text).toBe('**Anna Keller:** _Siehe (1) und {s1}._ (not translated) [1]');
  });
});
