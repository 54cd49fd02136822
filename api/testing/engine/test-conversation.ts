import type { TextLanguage } from '#api/contract/option.ts';
import { never } from './expected.ts';
import type { MadeText, Said, TextTask } from '#api/engines/text/text-engine.ts';

const lines: Record<TextLanguage, readonly string[]> = {
  de: [
    'Guten Morgen zusammen, wir besprechen heute das Budget der neuen Turnhalle.',
    'Der Kredit beträgt 2.4 Mio. Franken, das sind 200’000 Franken mehr als im März geplant.',
    'Ist die Statik schon geprüft worden?',
    'Das weiss ich nicht, der Bericht fehlt noch.',
    'Wir beschliessen einstimmig, den Kredit dem Gemeinderat zu beantragen.',
    'Frau Ott schickt die Unterlagen bis Freitag an das Bauamt.',
    'Ich rufe am Montag den Ingenieur an.',
    'Die Eröffnung ist am 3. September 2027 vorgesehen.',
  ],
  en: [
    'Good morning everybody, today we talk about the budget of the new sports hall.',
    'The loan is 2.4 million francs, that is 200,000 francs more than we planned in March.',
    'Has anybody checked the statics yet?',
    'I do not know, the report is still missing.',
    'We agreed to submit the loan to the council.',
    'Mrs Ott will send the documents to the building office by Friday.',
    'I will call the engineer on Monday.',
    'The opening is planned for 3 September 2027.',
  ],
  fr: [
    'Bonjour à tous, nous parlons aujourd’hui du budget de la nouvelle salle de sport.',
    'Le crédit est de 2,4 millions de francs, soit 200 000 francs de plus que prévu en mars.',
    'Est-ce que la statique a déjà été vérifiée ?',
    'Je ne sais pas, le rapport manque encore.',
    'Nous avons décidé à l’unanimité de soumettre le crédit au conseil communal.',
    'Mme Ott envoie les documents au service des constructions d’ici vendredi.',
    'J’appelle l’ingénieur lundi.',
    'L’ouverture est prévue pour le 3 septembre 2027.',
  ],
  it: [
    'Buongiorno a tutti, oggi parliamo del preventivo della nuova palestra.',
    'Il credito è di 2,4 milioni di franchi, cioè 200 000 franchi in più di quanto previsto a marzo.',
    'La statica è già stata verificata?',
    'Non lo so, il rapporto manca ancora.',
    'Abbiamo deciso all’unanimità di presentare il credito al municipio.',
    'La signora Ott invia i documenti all’ufficio tecnico entro venerdì.',
    'Lunedì chiamo io l’ingegnere.',
    'L’apertura è prevista per il 3 settembre 2027.',
  ],
};

const fill: Record<TextLanguage, readonly [subjects: string[], verbs: string[], rests: string[]]> = {
  de: [
    ['Die Kommission', 'Das Bauamt', 'Der Verein', 'Die Schule', 'Unsere Fachstelle', 'Der Kanton'],
    ['prüft', 'bezahlt', 'verschiebt', 'beantragt', 'bespricht', 'übernimmt'],
    [
      'die Heizung im Untergeschoss',
      'den Vertrag mit der Lieferantin',
      'die Beleuchtung der Halle',
      'den Plan für die Umgebung',
      'die Kosten der Reinigung',
    ],
  ],
  en: [
    ['The commission', 'The building office', 'The club', 'The school', 'Our department', 'The canton'],
    ['checks', 'pays for', 'postpones', 'applies for', 'discusses', 'takes over'],
    [
      'the heating in the basement',
      'the contract with the supplier',
      'the lighting of the hall',
      'the plan for the surroundings',
      'the cost of cleaning',
    ],
  ],
  fr: [
    ['La commission', 'Le service', 'L’association', 'L’école', 'Notre bureau', 'Le canton'],
    ['examine', 'paie', 'reporte', 'demande', 'discute', 'reprend'],
    [
      'le chauffage du sous-sol',
      'le contrat avec la fournisseuse',
      'l’éclairage de la salle',
      'le plan des alentours',
      'les frais de nettoyage',
    ],
  ],
  it: [
    ['La commissione', 'L’ufficio tecnico', 'La società', 'La scuola', 'Il nostro servizio', 'Il Cantone'],
    ['esamina', 'paga', 'rinvia', 'chiede', 'discute', 'riprende'],
    [
      'il riscaldamento nel seminterrato',
      'il contratto con la fornitrice',
      'l’illuminazione della sala',
      'il piano dei dintorni',
      'i costi della pulizia',
    ],
  ],
};

const secondsPerWord = 0.36;

function timed(texts: readonly string[]): Said[] {
  let start = 0;
  return texts.map((text, index) => {
    const end = start + text.split(/\s+/).length * secondsPerWord;
    const said = { id: `s${index + 1}`, speaker: 'ABC'[Math.floor(index / 2) % 3]!, start, end, text };
    start = end + (index % 25 === 24 ? 4 : 0.3);
    return said;
  });
}

/** Returns a short meeting with a decision, tasks, an open question, figures and dates. */
export const meeting = (language: TextLanguage): Said[] => timed(lines[language]);

/** Returns a long meeting of this kind. Its sentences differ in their subjects and numbers. */
export function longMeeting(language: TextLanguage, words: number): Said[] {
  const [subjects, verbs, rests] = fill[language];
  const texts: string[] = [];
  let count = 0;
  for (let index = 0; count < words; index += 1) {
    const sentences = Array.from({ length: 2 + (index % 3) }, (_, at) => {
      const turn = index * 7 + at * 3;
      const pick = (from: readonly string[], by: number) => from[Math.floor(turn / by) % from.length]!;
      return `${pick(subjects, 1)} ${pick(verbs, 5)} ${pick(rests, 11)}, ${100 + (turn % 900)}.`;
    });
    const text = index % 20 === 4 ? lines[language][4 + (index % 4)]! : sentences.join(' ');
    texts.push(text);
    count += text.split(/\s+/).length;
  }
  return timed(texts);
}

/** Returns a task with defaults. `shown` collects the intermediate texts, `shares` the reported progress. */
export function taskOf(changes: Partial<TextTask> = {}): TextTask & { shown: MadeText[]; shares: number[] } {
  const shown: MadeText[] = [];
  const shares: number[] = [];
  const form = changes.form ?? 'text';
  return {
    form,
    label: {
      text: 'summary',
      minutes: 'minutes',
      claims: 'fact_check',
      translation: 'translation_en',
      prompt: 'custom_1',
    }[form],
    prompt: 'Write a summary of the conversation.',
    language: 'de',
    target: form === 'translation' ? 'en' : null,
    title: 'Sitzung',
    segments: meeting(changes.language ?? 'de'),
    speakers: { A: { name: 'Anna Keller' }, B: { name: 'Bruno Ott' } },
    notes: '',
    hints: '',
    about: { kind: 'transcript' },
    signal: never,
    onText: (made) => void shown.push(made),
    onShare: (share) => void shares.push(share),
    ...changes,
    shown,
    shares,
  };
}
