import type { OptionDraft, TextLanguage } from '#api/contract/option.ts';

/** Must be raised when the form, target or prompt of a shipped option changes, so that older results become stale. */
export const shippedRev = 1;

const translationNames: Record<TextLanguage, OptionDraft['names']> = {
  de: {
    de: 'Übersetzung (Deutsch)',
    en: 'Translation (German)',
    fr: 'Traduction (allemand)',
    it: 'Traduzione (tedesco)',
  },
  en: {
    de: 'Übersetzung (Englisch)',
    en: 'Translation (English)',
    fr: 'Traduction (anglais)',
    it: 'Traduzione (inglese)',
  },
  fr: {
    de: 'Übersetzung (Französisch)',
    en: 'Translation (French)',
    fr: 'Traduction (français)',
    it: 'Traduzione (francese)',
  },
  it: {
    de: 'Übersetzung (Italienisch)',
    en: 'Translation (Italian)',
    fr: 'Traduction (italien)',
    it: 'Traduzione (italiano)',
  },
};

/**
 * Options of every host that has none of its own. Prompts are in English, which models follow best. The engine adds to
 * each prompt that results are written in the session's language, keep to the transcript and cite it.
 */
export const shippedOptions: readonly OptionDraft[] = [
  {
    label: 'summary',
    names: { de: 'Zusammenfassung', en: 'Summary', fr: 'Résumé', it: 'Riassunto' },
    enabled_by_default: true,
    form: 'text',
    target: null,
    prompt: [
      'Summarise the conversation for somebody who was not there and has two minutes.',
      'Begin with one paragraph of two to four sentences without a heading: what it was about and what came of it.',
      'Then, for each subject in the order in which it came up, a short second-level heading that names the subject itself, and beneath it one to five points with what was said that matters: reasons, figures, dates, names, disagreements, results.',
      'A conversation about a single subject needs no headings.',
      'Leave out greetings, small talk, repetitions and who spoke when. Write in full sentences, without judging.',
    ].join('\n'),
    roles: [],
  },
  {
    label: 'minutes',
    names: { de: 'Protokoll', en: 'Minutes', fr: 'Procès-verbal', it: 'Verbale' },
    enabled_by_default: true,
    form: 'minutes',
    target: null,
    prompt: [
      'Make minutes: in short what was discussed, and completely what binds people after this conversation.',
      'A decision is what was agreed, adopted, approved or rejected, with the result of a vote where there was one. A proposal that nobody took up is not a decision.',
      'A task is what somebody took on or was asked to do and did not refuse: what, who, by when. Name a person or a date only where it was said; otherwise leave it open.',
      'An open point is a question or matter that was put off or left without an answer.',
      'Word each so that it can be understood without the conversation. Put the same thing down once, as it stood at the end.',
    ].join('\n'),
    roles: [],
  },
  {
    label: 'analysis',
    names: { de: 'Analyse', en: 'Analysis', fr: 'Analyse', it: 'Analisi' },
    enabled_by_default: false,
    form: 'text',
    target: null,
    prompt: [
      'Analyse the conversation. Use three second-level headings, worded in the language of the result:',
      '1. Topics: each topic with one sentence on what was said about it, in order of the room that it took.',
      '2. Positions: for each topic on which people took a stand, who held which position, on what grounds, and in what tone towards the matter (approving, doubtful, opposed, neutral), judged by words that were said; where people agreed and where they did not.',
      '3. Open questions: what was asked and not answered, what was put off, what contradicts itself.',
      'Describe positions towards matters only. Say nothing about character, health, mood or motives of people, and nothing about a tone of voice: you have the words alone.',
      'Keep all three headings, also one about which nothing was said.',
    ].join('\n'),
    roles: [],
  },
  {
    label: 'consultation_note',
    names: {
      de: 'Konsultationsnotiz',
      en: 'Consultation note',
      fr: 'Note de consultation',
      it: 'Nota di consultazione',
    },
    enabled_by_default: false,
    form: 'text',
    target: null,
    prompt: [
      'Write a consultation note for the patient record, with exactly these four second-level headings, worded in the language of the result:',
      '1. Subjective: reason for the visit, complaints in the words of the patient, onset and course, history, medication, allergies, circumstances, as they were told.',
      '2. Objective: findings, measurements and results that were named, with their units; not what the patient told.',
      '3. Assessment: diagnoses and considerations that the professional voiced, with the certainty with which they were voiced. Add no diagnosis and no code of your own.',
      '4. Plan: examinations, treatment with dose and duration, advice, certificates, next appointment, and what should lead to coming back sooner, as agreed.',
      'Short points in the style of a record. Keep negations ("no fever"). Copy names of medicines, doses and figures as they were said; where one is unclear, quote it and mark it as unclear.',
      'Keep all four headings, also one about which nothing was said. Leave out small talk, and of each heading whatever was not mentioned.',
    ].join('\n'),
    roles: [],
  },
  {
    label: 'fact_check',
    names: { de: 'Faktencheck', en: 'Fact check', fr: 'Vérification des faits', it: 'Verifica dei fatti' },
    enabled_by_default: false,
    form: 'claims',
    target: null,
    prompt: [
      'Look for claims that can be checked: figures, amounts, dates, names, laws, causes and events that are stated as facts.',
      'Leave out opinions, wishes, plans, questions and what people say about their own feelings.',
      'Judge each claim by what else was said in this recording and by the notes alone.',
      'A doubt from general knowledge is added only where there is a concrete reason for it, and is marked as such.',
      'The claims that matter most for the result of the conversation come first; the same claim once.',
    ].join('\n'),
    roles: [],
  },
  ...(['de', 'en', 'fr', 'it'] as const).map(translationInto),
  {
    label: 'custom',
    names: { de: 'Eigene Frage', en: 'Question of your own', fr: 'Question libre', it: 'Domanda libera' },
    enabled_by_default: false,
    form: 'prompt',
    target: null,
    prompt: '',
    roles: [],
  },
];

function translationInto(target: TextLanguage): OptionDraft {
  return {
    label: `translation_${target}`,
    names: translationNames[target],
    enabled_by_default: false,
    form: 'translation',
    target,
    prompt: [
      'Translate everything that was said, turn by turn, completely and without additions.',
      'Keep names, figures, units, quotations and what is uncertain as they are; keep the register of the speakers.',
      'Titles of offices, laws and institutions get their official name in the target language where there is one.',
    ].join('\n'),
    roles: [],
  };
}
