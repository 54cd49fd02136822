import type { TextLanguage } from '#api/contract/option.ts';
import type { Claim } from './forms.ts';

/** Fixed texts around the model's sentences, in the language of the result. */
export type Words = {
  /** Name of the language in the prompt. */
  language: string;
  summary: string;
  decisions: string;
  tasks: string;
  open: string;
  none: { summary: string; decisions: string; tasks: string; open: string; claims: string };
  /** Text that the model writes if nothing was said about a point. */
  nothingSaid: string;
  /** Deadline of a task: `by('Friday')` is `due: Friday` in English. */
  by: (due: string) => string;
  verdicts: Record<Claim['verdict'], string>;
  /** Number of claims with a verdict, for example `2 supported`. */
  count: Record<Claim['verdict'], (count: number) => string>;
  notFound: string;
  /** Words that introduce the evidence if the model gives no reason. */
  compare: string;
  inNotes: (quote: string) => string;
  doubt: (text: string) => string;
  reading: (part: number, of: number) => string;
  joining: string;
  /** Words after a text that the model did not translate. */
  notTranslated: string;
  cutShort: string;
  unnamed: (key: string) => string;
};

const de: Words = {
  language: 'German (Swiss spelling: always "ss", never "ß")',
  summary: 'Zusammenfassung',
  decisions: 'Beschlüsse',
  tasks: 'Aufgaben',
  open: 'Offene Punkte',
  none: {
    summary: 'Es gibt nichts zusammenzufassen.',
    decisions: 'Es wurden keine Beschlüsse gefasst.',
    tasks: 'Es wurden keine Aufgaben verteilt.',
    open: 'Es blieben keine Punkte offen.',
    claims: 'Es wurden keine überprüfbaren Aussagen gefunden.',
  },
  nothingSaid: 'Dazu wurde nichts gesagt.',
  by: (due) => `Frist: ${due}`,
  verdicts: { supported: 'Belegt', contradicted: 'Widersprochen', not_found: 'Nicht gefunden' },
  count: {
    supported: (count) => `${count} belegt`,
    contradicted: (count) => `${count} widersprochen`,
    not_found: (count) => `${count} nicht gefunden`,
  },
  compare: 'Dazu:',
  notFound: 'Weder die Aufnahme noch die Notizen sagen mehr dazu.',
  inNotes: (quote) => `In den Notizen steht: «${quote}»`,
  doubt: (text) => `Zweifel aus Allgemeinwissen, nicht aus der Aufnahme: ${text}`,
  reading: (part, of) => `Teil ${part} von ${of} wird gelesen …`,
  joining: 'Die Teile werden zusammengeführt …',
  notTranslated: '(nicht übersetzt)',
  cutShort: 'Hier brach die Antwort des Sprachmodells ab.',
  unnamed: (key) => `Person ${key}`,
};

const en: Words = {
  language: 'English',
  summary: 'Summary',
  decisions: 'Decisions',
  tasks: 'Tasks',
  open: 'Open points',
  none: {
    summary: 'There is nothing to summarise.',
    decisions: 'No decisions were made.',
    tasks: 'No tasks were assigned.',
    open: 'No points were left open.',
    claims: 'No claims were found that could be checked.',
  },
  nothingSaid: 'Nothing was said about this.',
  by: (due) => `due: ${due}`,
  verdicts: { supported: 'Supported', contradicted: 'Contradicted', not_found: 'Not found' },
  count: {
    supported: (count) => `${count} supported`,
    contradicted: (count) => `${count} contradicted`,
    not_found: (count) => `${count} not found`,
  },
  compare: 'On this:',
  notFound: 'Neither the recording nor the notes say more about it.',
  inNotes: (quote) => `The notes say: “${quote}”`,
  doubt: (text) => `Doubt from general knowledge, not from the recording: ${text}`,
  reading: (part, of) => `Reading part ${part} of ${of} …`,
  joining: 'Joining the parts …',
  notTranslated: '(not translated)',
  cutShort: 'The language model’s answer broke off here.',
  unnamed: (key) => `Person ${key}`,
};

const fr: Words = {
  language: 'French',
  summary: 'Résumé',
  decisions: 'Décisions',
  tasks: 'Tâches',
  open: 'Points ouverts',
  none: {
    summary: 'Il n’y a rien à résumer.',
    decisions: 'Aucune décision n’a été prise.',
    tasks: 'Aucune tâche n’a été attribuée.',
    open: 'Aucun point n’est resté ouvert.',
    claims: 'Aucune affirmation vérifiable n’a été trouvée.',
  },
  nothingSaid: 'Rien n’a été dit à ce sujet.',
  by: (due) => `échéance : ${due}`,
  verdicts: { supported: 'Confirmé', contradicted: 'Contredit', not_found: 'Non trouvé' },
  count: {
    supported: (count) => `${count} ${count > 1 ? 'confirmées' : 'confirmée'}`,
    contradicted: (count) => `${count} ${count > 1 ? 'contredites' : 'contredite'}`,
    not_found: (count) => `${count} ${count > 1 ? 'non trouvées' : 'non trouvée'}`,
  },
  compare: 'À ce sujet :',
  notFound: 'Ni l’enregistrement ni les notes n’en disent davantage.',
  inNotes: (quote) => `Les notes indiquent : « ${quote} »`,
  doubt: (text) => `Doute issu de connaissances générales, pas de l’enregistrement : ${text}`,
  reading: (part, of) => `Lecture de la partie ${part} sur ${of} …`,
  joining: 'Les parties sont réunies …',
  notTranslated: '(non traduit)',
  cutShort: 'La réponse du modèle de langage s’est interrompue ici.',
  unnamed: (key) => `Personne ${key}`,
};

const it: Words = {
  language: 'Italian',
  summary: 'Riassunto',
  decisions: 'Decisioni',
  tasks: 'Compiti',
  open: 'Punti aperti',
  none: {
    summary: 'Non c’è nulla da riassumere.',
    decisions: 'Non è stata presa alcuna decisione.',
    tasks: 'Non è stato assegnato alcun compito.',
    open: 'Nessun punto è rimasto aperto.',
    claims: 'Non è stata trovata alcuna affermazione verificabile.',
  },
  nothingSaid: 'Al riguardo non è stato detto nulla.',
  by: (due) => `scadenza: ${due}`,
  verdicts: { supported: 'Confermato', contradicted: 'Contraddetto', not_found: 'Non trovato' },
  count: {
    supported: (count) => `${count} ${count > 1 ? 'confermate' : 'confermata'}`,
    contradicted: (count) => `${count} ${count > 1 ? 'contraddette' : 'contraddetta'}`,
    not_found: (count) => `${count} ${count > 1 ? 'non trovate' : 'non trovata'}`,
  },
  compare: 'Al riguardo:',
  notFound: 'Né la registrazione né gli appunti dicono altro al riguardo.',
  inNotes: (quote) => `Negli appunti si legge: «${quote}»`,
  doubt: (text) => `Dubbio da conoscenze generali, non dalla registrazione: ${text}`,
  reading: (part, of) => `Lettura della parte ${part} di ${of} …`,
  joining: 'Le parti vengono unite …',
  notTranslated: '(non tradotto)',
  cutShort: 'La risposta del modello linguistico si è interrotta qui.',
  unnamed: (key) => `Persona ${key}`,
};

export const words: Record<TextLanguage, Words> = { de, en, fr, it };
