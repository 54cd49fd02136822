import { documentLanguageOf, type DocumentLanguage } from '#api/export/words.ts';
import type { SessionLanguage } from '#api/contract/session.ts';

/** Sentences of a letter. `title` and `date` are those of the session. */
type LetterWords = {
  documents: string;
  greeting: string;
  /** First sentence of a letter that the server sends for a person. */
  sends: (sender: string, title: string, date: string) => string;
  writes: (sender: string) => string;
  caution: string;
  /** Warns that nobody has checked the name of the sender. */
  unproved: string;
  answers: (sender: string) => string;
  noAnswers: string;
  somebody: string;
  /** First sentence of a letter that the person sends with their own program. */
  enclosed: (title: string, date: string) => string;
  closing: string;
};

const table: Record<DocumentLanguage, LetterWords> = {
  de: {
    documents: 'Unterlagen',
    greeting: 'Guten Tag',
    sends: (sender, title, date) =>
      `${sender} sendet Ihnen Unterlagen zur Sitzung «${title}» vom ${date}. Angehängt sind:`,
    writes: (sender) => `${sender} schreibt dazu:`,
    caution:
      'Die Unterlagen sind aus einer Tonaufnahme entstanden und können Fehler enthalten. Bitte behandeln Sie sie vertraulich.',
    unproved: 'Den Namen hat die absendende Person selbst angegeben; dieser Server hat ihn nicht geprüft.',
    answers: (sender) => `Ihre Antwort geht an ${sender}.`,
    noAnswers: 'Antworten auf diese Nachricht liest niemand.',
    somebody: 'Jemand',
    enclosed: (title, date) =>
      `Anbei erhalten Sie Unterlagen zur Sitzung «${title}» vom ${date}. Angehängt sind:`,
    closing: 'Freundliche Grüsse',
  },
  en: {
    documents: 'Documents',
    greeting: 'Hello',
    sends: (sender, title, date) =>
      `${sender} is sending you documents from the session “${title}” of ${date}. Attached:`,
    writes: (sender) => `${sender} writes:`,
    caution:
      'The documents were made from an audio recording and may contain mistakes. Please treat them as confidential.',
    unproved: 'The sender stated this name; this server has not checked it.',
    answers: (sender) => `Your reply goes to ${sender}.`,
    noAnswers: 'Nobody reads replies to this message.',
    somebody: 'Somebody',
    enclosed: (title, date) =>
      `Please find enclosed documents from the session “${title}” of ${date}. Attached:`,
    closing: 'Kind regards',
  },
  fr: {
    documents: 'Documents',
    greeting: 'Bonjour',
    sends: (sender, title, date) =>
      `${sender} vous envoie des documents de la séance «\u00a0${title}\u00a0» du ${date}. En annexe:`,
    writes: (sender) => `Message de ${sender}:`,
    caution:
      'Ces documents ont été établis à partir d’un enregistrement sonore et peuvent contenir des erreurs. Veuillez les traiter de manière confidentielle.',
    unproved: 'Ce nom est celui que la personne a indiqué; ce serveur ne l’a pas vérifié.',
    answers: (sender) => `Votre réponse parviendra à ${sender}.`,
    noAnswers: 'Personne ne lit les réponses à ce message.',
    somebody: 'Quelqu’un',
    enclosed: (title, date) =>
      `Je vous envoie des documents de la séance «\u00a0${title}\u00a0» du ${date}. En annexe:`,
    closing: 'Meilleures salutations',
  },
  it: {
    documents: 'Documenti',
    greeting: 'Buongiorno',
    sends: (sender, title, date) =>
      `${sender} Le invia documenti della seduta «${title}» del ${date}. In allegato:`,
    writes: (sender) => `Messaggio di ${sender}:`,
    caution:
      'I documenti sono stati ricavati da una registrazione sonora e possono contenere errori. La preghiamo di trattarli in modo confidenziale.',
    unproved: 'Il nome è quello indicato da chi invia; questo server non l’ha verificato.',
    answers: (sender) => `La Sua risposta arriverà a ${sender}.`,
    noAnswers: 'Nessuno legge le risposte a questo messaggio.',
    somebody: 'Qualcuno',
    enclosed: (title, date) => `Le invio documenti della seduta «${title}» del ${date}. In allegato:`,
    closing: 'Cordiali saluti',
  },
};

export const letterWordsOf = (language: SessionLanguage): LetterWords => table[documentLanguageOf(language)];
