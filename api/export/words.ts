import type { SessionLanguage } from '#api/contract/session.ts';

/** Fixed words of a document, in the language of the session. Swiss German is written as German. */
export type Words = {
  transcript: string;
  notes: string;
  /** Names of results by option label. A label that is not listed is shown with spaces instead of underscores. */
  results: Readonly<Record<string, string>>;
  date: string;
  duration: string;
  language: string;
  languages: Readonly<Record<SessionLanguage, string>>;
  participants: string;
  caseNumber: string;
  speakers: string;
  name: string;
  share: string;
  speakingTime: string;
  firstAt: string;
  unnamed: (key: string) => string;
  sources: string;
  page: (number: number, of: number) => string;
  /** Text in place of speech that no engine has transcribed. */
  notTranscribed: string;
  partial: string;
  /** Title of a transcript that is a draft. */
  draft: string;
  /** Says that the text is a draft; `by` is its model, '' if it is not known. */
  draftedBy: (by: string) => string;
  /** Says that the end of a transcript is a draft. */
  restIsDraft: string;
  transcribedBy: (engine: string) => string;
  corrected: string;
  extracted: string;
  writtenBy: (model: string) => string;
  stale: string;
  done: string;
  notDone: string;
};

const de: Words = {
  transcript: 'Transkript',
  notes: 'Notizen',
  results: {
    summary: 'Zusammenfassung',
    minutes: 'Protokoll',
    topics: 'Themen',
    decisions: 'Beschlüsse',
    tasks: 'Aufgaben',
    questions: 'Offene Fragen',
    figures: 'Zahlen und Daten',
    fact_check: 'Faktencheck',
    analysis: 'Analyse',
    consultation_note: 'Konsultationsnotiz',
    translation_de: 'Übersetzung (Deutsch)',
    translation_en: 'Übersetzung (Englisch)',
    translation_fr: 'Übersetzung (Französisch)',
    translation_it: 'Übersetzung (Italienisch)',
    custom: 'Eigene Frage',
  },
  date: 'Datum',
  duration: 'Dauer',
  language: 'Sprache',
  languages: {
    de: 'Deutsch',
    'de-CH': 'Schweizerdeutsch',
    en: 'Englisch',
    fr: 'Französisch',
    it: 'Italienisch',
  },
  participants: 'Teilnehmende',
  caseNumber: 'Fallnummer',
  speakers: 'Wer spricht',
  name: 'Name',
  share: 'Anteil',
  speakingTime: 'Redezeit',
  firstAt: 'Zuerst bei',
  unnamed: (key) => `Person ${key}`,
  sources: 'Fundstellen',
  page: (number, of) => `Seite ${number} von ${of}`,
  notTranscribed: '[nicht verstanden]',
  partial: 'Die Transkription ist noch nicht abgeschlossen.',
  draft: 'Transkript (Entwurf)',
  draftedBy: (by) =>
    `Entwurf, auf dem Gerät erkannt${by && ` (${by})`}. Noch nicht vom Server transkribiert.`,
  restIsDraft: 'Was der Server noch nicht transkribiert hat, ist ein Entwurf, auf dem Gerät erkannt.',
  transcribedBy: (engine) => `Automatisch transkribiert (${engine}).`,
  corrected: 'Von Hand bearbeitet.',
  extracted: 'Aus dem Transkript ausgezogen, nicht von einem Sprachmodell geschrieben.',
  writtenBy: (model) => `Von einem Sprachmodell geschrieben${model && ` (${model})`}. Bitte prüfen.`,
  stale: 'Transkript oder Notizen wurden danach geändert.',
  done: 'erledigt',
  notDone: 'offen',
};

const en: Words = {
  transcript: 'Transcript',
  notes: 'Notes',
  results: {
    summary: 'Summary',
    minutes: 'Minutes',
    topics: 'Topics',
    decisions: 'Decisions',
    tasks: 'Tasks',
    questions: 'Open questions',
    figures: 'Figures and dates',
    fact_check: 'Fact check',
    analysis: 'Analysis',
    consultation_note: 'Consultation note',
    translation_de: 'Translation (German)',
    translation_en: 'Translation (English)',
    translation_fr: 'Translation (French)',
    translation_it: 'Translation (Italian)',
    custom: 'Question of your own',
  },
  date: 'Date',
  duration: 'Duration',
  language: 'Language',
  languages: { de: 'German', 'de-CH': 'Swiss German', en: 'English', fr: 'French', it: 'Italian' },
  participants: 'Participants',
  caseNumber: 'Case number',
  speakers: 'Speakers',
  name: 'Name',
  share: 'Share',
  speakingTime: 'Speaking time',
  firstAt: 'First at',
  unnamed: (key) => `Person ${key}`,
  sources: 'Sources',
  page: (number, of) => `Page ${number} of ${of}`,
  notTranscribed: '[not understood]',
  partial: 'The transcription is not finished yet.',
  draft: 'Transcript (draft)',
  draftedBy: (by) => `Draft, recognised on the device${by && ` (${by})`}. Not transcribed by the server yet.`,
  restIsDraft: 'What the server has not transcribed yet is a draft, recognised on the device.',
  transcribedBy: (engine) => `Transcribed automatically (${engine}).`,
  corrected: 'Edited by hand.',
  extracted: 'Extracted from the transcript, not written by a language model.',
  writtenBy: (model) => `Written by a language model${model && ` (${model})`}. Please check.`,
  stale: 'Transcript or notes have been changed since.',
  done: 'done',
  notDone: 'open',
};

const fr: Words = {
  transcript: 'Transcription',
  notes: 'Notes',
  results: {
    summary: 'Résumé',
    minutes: 'Procès-verbal',
    topics: 'Thèmes',
    decisions: 'Décisions',
    tasks: 'Tâches',
    questions: 'Questions ouvertes',
    figures: 'Chiffres et dates',
    fact_check: 'Vérification des faits',
    analysis: 'Analyse',
    consultation_note: 'Note de consultation',
    translation_de: 'Traduction (allemand)',
    translation_en: 'Traduction (anglais)',
    translation_fr: 'Traduction (français)',
    translation_it: 'Traduction (italien)',
    custom: 'Question libre',
  },
  date: 'Date',
  duration: 'Durée',
  language: 'Langue',
  languages: { de: 'Allemand', 'de-CH': 'Suisse allemand', en: 'Anglais', fr: 'Français', it: 'Italien' },
  participants: 'Participants',
  caseNumber: 'Numéro de dossier',
  speakers: 'Intervenants',
  name: 'Nom',
  share: 'Part',
  speakingTime: 'Temps de parole',
  firstAt: 'Première fois à',
  unnamed: (key) => `Personne ${key}`,
  sources: 'Passages',
  page: (number, of) => `Page ${number} sur ${of}`,
  notTranscribed: '[incompris]',
  partial: 'La transcription n’est pas encore terminée.',
  draft: 'Transcription (brouillon)',
  draftedBy: (by) =>
    `Brouillon, reconnu sur l’appareil${by && ` (${by})`}. Pas encore transcrit par le serveur.`,
  restIsDraft: 'Ce que le serveur n’a pas encore transcrit est un brouillon, reconnu sur l’appareil.',
  transcribedBy: (engine) => `Transcrit automatiquement (${engine}).`,
  corrected: 'Revu à la main.',
  extracted: 'Extrait de la transcription, non rédigé par un modèle de langage.',
  writtenBy: (model) => `Rédigé par un modèle de langage${model && ` (${model})`}. À vérifier.`,
  stale: 'La transcription ou les notes ont été modifiées depuis.',
  done: 'fait',
  notDone: 'à faire',
};

const it: Words = {
  transcript: 'Trascrizione',
  notes: 'Note',
  results: {
    summary: 'Riassunto',
    minutes: 'Verbale',
    topics: 'Temi',
    decisions: 'Decisioni',
    tasks: 'Compiti',
    questions: 'Questioni aperte',
    figures: 'Cifre e date',
    fact_check: 'Verifica dei fatti',
    analysis: 'Analisi',
    consultation_note: 'Nota di consultazione',
    translation_de: 'Traduzione (tedesco)',
    translation_en: 'Traduzione (inglese)',
    translation_fr: 'Traduzione (francese)',
    translation_it: 'Traduzione (italiano)',
    custom: 'Domanda libera',
  },
  date: 'Data',
  duration: 'Durata',
  language: 'Lingua',
  languages: { de: 'Tedesco', 'de-CH': 'Svizzero tedesco', en: 'Inglese', fr: 'Francese', it: 'Italiano' },
  participants: 'Partecipanti',
  caseNumber: 'Numero di pratica',
  speakers: 'Chi parla',
  name: 'Nome',
  share: 'Quota',
  speakingTime: 'Tempo di parola',
  firstAt: 'Prima volta a',
  unnamed: (key) => `Persona ${key}`,
  sources: 'Passaggi',
  page: (number, of) => `Pagina ${number} di ${of}`,
  notTranscribed: '[non compreso]',
  partial: 'La trascrizione non è ancora terminata.',
  draft: 'Trascrizione (bozza)',
  draftedBy: (by) =>
    `Bozza, riconosciuta sul dispositivo${by && ` (${by})`}. Non ancora trascritta dal server.`,
  restIsDraft: 'Ciò che il server non ha ancora trascritto è una bozza, riconosciuta sul dispositivo.',
  transcribedBy: (engine) => `Trascritto automaticamente (${engine}).`,
  corrected: 'Rivisto a mano.',
  extracted: 'Estratto dalla trascrizione, non scritto da un modello linguistico.',
  writtenBy: (model) => `Scritto da un modello linguistico${model && ` (${model})`}. Da verificare.`,
  stale: 'La trascrizione o le note sono state modificate in seguito.',
  done: 'fatto',
  notDone: 'da fare',
};

export type DocumentLanguage = 'de' | 'en' | 'fr' | 'it';

const table: Record<DocumentLanguage, Words> = { de, en, fr, it };

export const documentLanguageOf = (language: SessionLanguage): DocumentLanguage =>
  language === 'de-CH' ? 'de' : language;

export const wordsOf = (language: SessionLanguage): Words => table[documentLanguageOf(language)];

const two = (value: number): string => String(value).padStart(2, '0');

/** Returns a moment or a duration as `1:12:47`, or as `12:47` if `longestS` is below an hour. */
export function clockOf(atS: number, longestS = atS): string {
  const whole = Math.floor(atS);
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return longestS >= 3600 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/**
 * Returns a date such as `20. November 2026 um 09:00 UTC`. It is in UTC, because the library groups by UTC days and the
 * server knows no time zone.
 */
export const dateOf = (date: Date, language: DocumentLanguage): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
    .format(date)
    .concat(' UTC');

export const percentOf = (share: number, language: DocumentLanguage): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
