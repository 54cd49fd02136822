import type { TextLanguage } from '#api/contract/option.ts';

/** Fixed texts around the quotations, in the language of the result. */
export type Wording = {
  quote: readonly [open: string, close: string];
  summary: string;
  decisions: string;
  tasks: string;
  open: string;
  dates: string;
  topics: string;
  talk: string;
  figures: string;
  statements: string;
  agreed: string;
  claims: string;
  none: Record<
    'summary' | 'decisions' | 'tasks' | 'open' | 'dates' | 'figures' | 'statements' | 'agreed' | 'claims',
    string
  >;
  nobody: string;
  by: (due: string) => string;
  share: (percent: number, minutes: string) => string;
  untitled: (n: number) => string;
  unjudged: string;
  unchecked: string;
  unnamed: (key: string) => string;
  /** Says how many further items there are that the list does not contain. */
  more: (count: number) => string;
};

const de: Wording = {
  quote: ['«', '»'],
  summary: 'Wichtigste Aussagen',
  decisions: 'Beschlüsse',
  tasks: 'Aufgaben',
  open: 'Offene Fragen',
  dates: 'Genannte Daten',
  topics: 'Themen',
  talk: 'Redeanteile',
  figures: 'Zahlen und Messwerte',
  statements: 'Angaben',
  agreed: 'Vereinbart',
  claims: 'Überprüfbare Aussagen',
  none: {
    summary: 'Es wurden keine tragenden Aussagen gefunden.',
    decisions: 'Es wurden keine Beschlüsse gefunden.',
    tasks: 'Es wurden keine Aufgaben gefunden.',
    open: 'Es wurden keine offenen Fragen gefunden.',
    dates: 'Es wurden keine Daten genannt.',
    figures: 'Es wurden keine Zahlen gefunden.',
    statements: 'Es wurden keine Angaben gefunden.',
    agreed: 'Es wurde nichts Vereinbartes gefunden.',
    claims: 'Es wurden keine überprüfbaren Aussagen gefunden.',
  },
  nobody: 'Noch offen, wer',
  by: (due) => `Frist: ${due}`,
  share: (percent, minutes) => `${percent} % der Redezeit (${minutes})`,
  untitled: (n) => `Thema ${n}`,
  unjudged: 'Ton, Stimmung und Haltungen werden ohne Sprachmodell nicht beurteilt.',
  unchecked: 'Keine dieser Aussagen wurde überprüft: Dafür braucht es ein Sprachmodell.',
  unnamed: (key) => `Person ${key}`,
  more: (count) => `Weitere gefunden: ${count}.`,
};

const en: Wording = {
  quote: ['“', '”'],
  summary: 'Main statements',
  decisions: 'Decisions',
  tasks: 'Tasks',
  open: 'Open questions',
  dates: 'Dates mentioned',
  topics: 'Topics',
  talk: 'Speaking time',
  figures: 'Figures and measurements',
  statements: 'Statements',
  agreed: 'Agreed',
  claims: 'Claims that can be checked',
  none: {
    summary: 'No main statements were found.',
    decisions: 'No decisions were found.',
    tasks: 'No tasks were found.',
    open: 'No open questions were found.',
    dates: 'No dates were found.',
    figures: 'No figures were found.',
    statements: 'No statements were found.',
    agreed: 'Nothing that was agreed was found.',
    claims: 'No claims were found that could be checked.',
  },
  nobody: 'Nobody yet',
  by: (due) => `due: ${due}`,
  share: (percent, minutes) => `${percent}% of the speaking time (${minutes})`,
  untitled: (n) => `Topic ${n}`,
  unjudged: 'Tone, sentiment and positions are not judged without a language model.',
  unchecked: 'None of these claims was checked: that needs a language model.',
  unnamed: (key) => `Person ${key}`,
  more: (count) => `Also found: ${count}.`,
};

const fr: Wording = {
  quote: ['« ', ' »'],
  summary: 'Propos principaux',
  decisions: 'Décisions',
  tasks: 'Tâches',
  open: 'Questions ouvertes',
  dates: 'Dates citées',
  topics: 'Thèmes',
  talk: 'Temps de parole',
  figures: 'Chiffres et mesures',
  statements: 'Indications',
  agreed: 'Convenu',
  claims: 'Affirmations vérifiables',
  none: {
    summary: 'Aucun propos principal n’a été trouvé.',
    decisions: 'Aucune décision n’a été trouvée.',
    tasks: 'Aucune tâche n’a été trouvée.',
    open: 'Aucune question ouverte n’a été trouvée.',
    dates: 'Aucune date n’a été trouvée.',
    figures: 'Aucun chiffre n’a été trouvé.',
    statements: 'Aucune indication n’a été trouvée.',
    agreed: 'Rien de convenu n’a été trouvé.',
    claims: 'Aucune affirmation vérifiable n’a été trouvée.',
  },
  nobody: 'Personne pour l’instant',
  by: (due) => `échéance : ${due}`,
  share: (percent, minutes) => `${percent} % du temps de parole (${minutes})`,
  untitled: (n) => `Thème ${n}`,
  unjudged: 'Le ton, l’humeur et les positions ne sont pas évalués sans modèle de langage.',
  unchecked: 'Aucune de ces affirmations n’a été vérifiée : cela demande un modèle de langage.',
  unnamed: (key) => `Personne ${key}`,
  more: (count) => `Autres éléments trouvés : ${count}.`,
};

const it: Wording = {
  quote: ['«', '»'],
  summary: 'Affermazioni principali',
  decisions: 'Decisioni',
  tasks: 'Compiti',
  open: 'Domande aperte',
  dates: 'Date citate',
  topics: 'Temi',
  talk: 'Tempo di parola',
  figures: 'Cifre e misure',
  statements: 'Indicazioni',
  agreed: 'Concordato',
  claims: 'Affermazioni verificabili',
  none: {
    summary: 'Non sono state trovate affermazioni principali.',
    decisions: 'Non sono state trovate decisioni.',
    tasks: 'Non sono stati trovati compiti.',
    open: 'Non sono state trovate domande aperte.',
    dates: 'Non sono state trovate date.',
    figures: 'Non sono state trovate cifre.',
    statements: 'Non sono state trovate indicazioni.',
    agreed: 'Non è stato trovato nulla di concordato.',
    claims: 'Non è stata trovata alcuna affermazione verificabile.',
  },
  nobody: 'Ancora nessuno',
  by: (due) => `scadenza: ${due}`,
  share: (percent, minutes) => `${percent} % del tempo di parola (${minutes})`,
  untitled: (n) => `Tema ${n}`,
  unjudged: 'Tono, umore e posizioni non vengono valutati senza un modello linguistico.',
  unchecked: 'Nessuna di queste affermazioni è stata verificata: serve un modello linguistico.',
  unnamed: (key) => `Persona ${key}`,
  more: (count) => `Altri elementi trovati: ${count}.`,
};

export const wordings: Record<TextLanguage, Wording> = { de, en, fr, it };
