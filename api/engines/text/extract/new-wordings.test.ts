/** Wordings of decisions and tasks that are not in the corpus, to test that the rules generalise. */
import { describe, expect, it } from 'vitest';
import { textLanguages, type TextLanguage } from '#api/contract/option.ts';
import { extract } from './extract.ts';
import { asInput } from '#api/testing/engine/test-talk.ts';

const decided: Record<TextLanguage, string[]> = {
  de: [
    'A: Ich schlage vor, den Markt auf den Dorfplatz zu verlegen.\nB: Einverstanden, der Markt kommt auf den Dorfplatz.',
    'A: Gut, dann mieten wir den Lieferwagen für das ganze Wochenende.',
    'A: Der Newsletter erscheint ab Januar nur noch monatlich.\nB: Gut.',
    'A: Damit ist der Jahresbericht verabschiedet.',
    'A: Sollen wir die Fassade weiss oder gelb streichen?\nB: Gelb.\nA: Also gut, wir streichen die Fassade gelb.',
    'A: Die Weihnachtsfeier wird dieses Jahr ersatzlos gestrichen.',
    'A: Wir haben uns auf den Lieferanten aus Thun geeinigt.',
    'A: Sieben Stimmen dafür, zwei dagegen, der Antrag ist durch.',
    'A: Ab sofort unterschreibt jeder Besucher am Empfang.',
    'A: Okay, das Lager in Wil wird auf Ende Jahr geschlossen.\nB: Ja, einverstanden.',
    'A: Ich wäre dafür, die Lizenz auslaufen zu lassen.\nB: Finde ich auch.\nA: Dann lassen wir sie auslaufen.',
    'A: Rot ist ausverkauft.\nB: Dann wird es das blaue Zelt.',
    'A: Frau Berger leitet künftig das Projekt, das ist hiermit entschieden.',
  ],
  en: [
    'A: I suggest we rent the hall on Mill Street.\nB: Fine, we rent the hall on Mill Street.',
    "A: Right, we'll hire the second trainer for the autumn.",
    'A: From now on every visitor signs in at the front desk.',
    'A: The newsletter is going monthly, starting in January.\nB: Good.',
    "A: We've settled on the supplier from Leeds.",
    'A: Seven in favour, two against, so the motion passes.',
    'A: Should we paint the fence green or white?\nB: Green.\nA: Okay, green it is.',
    'A: The Christmas party is off this year.',
    "A: What if we close the second till on Mondays?\nB: Works for me.\nA: Then that's what we do.",
    'A: The board has signed off on the new roof.',
    "A: We're sticking with the old software for another year.",
    'A: Red is sold out.\nB: Then it’s the blue one.',
    'A: Let’s leave it at four helpers per stand.',
    'A: We’re dropping the app and keeping the leaflet.',
    'A: Option two, then. Everybody happy?\nB: Yes.',
  ],
  fr: [
    'A: Je propose de louer la salle de la gare.\nB: Très bien, on loue la salle de la gare.',
    'A: Bon, nous engageons une deuxième animatrice pour la rentrée.',
    'A: Dorénavant, chaque visiteur signe le registre à la réception.',
    'A: Le bulletin paraîtra désormais une fois par mois.\nB: Parfait.',
    "A: On s'est mis d'accord sur le fournisseur de Nyon.",
    'A: Sept voix pour, deux contre, la motion est acceptée.',
    'A: On peint la barrière en vert ou en blanc ?\nB: En vert.\nA: Alors ce sera vert.',
    'A: La fête de Noël est supprimée cette année.',
    "A: On pourrait fermer le lundi.\nB: D'accord.\nA: Eh bien, on fermera le lundi.",
    'A: Le comité a donné son feu vert au nouveau toit.',
    "A: Nous garderons l'ancien logiciel encore une année.\nB: D'accord.",
    "A: C'est tranché, le chantier commence au printemps.",
  ],
  it: [
    'A: Propongo di affittare la sala della stazione.\nB: Benissimo, affittiamo la sala della stazione.',
    "A: Bene, assumiamo una seconda animatrice per l'autunno.",
    "A: D'ora in poi ogni visitatore firma il registro all'entrata.",
    'A: Il bollettino uscirà una volta al mese a partire da gennaio.\nB: Perfetto.',
    'A: Ci siamo accordati sul fornitore di Lugano.',
    'A: Sette voti favorevoli, due contrari, la mozione è accolta.',
    'A: Dipingiamo la ringhiera di verde o di bianco?\nB: Verde.\nA: Allora verde, deciso.',
    "A: La festa di Natale quest'anno è annullata.",
    "A: Potremmo chiudere il lunedì.\nB: D'accordo.\nA: Allora chiuderemo il lunedì.",
    'A: Il comitato ha dato il via libera al nuovo tetto.',
    'A: Terremo il vecchio programma ancora un anno.\nB: Va bene.',
    "A: L'abbonamento viene disdetto, siamo tutti d'accordo.",
  ],
};

const notDecided: Record<TextLanguage, string[]> = {
  de: [
    'A: Wir wohnen seit zehn Jahren in Thun und fahren jeden Tag mit dem Zug.',
    'A: Der Kuchen wird bei mir immer trocken.',
    'A: Am Samstag gehen wir mit den Kindern in den Zoo.',
    'A: Gut, dann kommen wir zum nächsten Punkt.',
    'A: Wir haben noch nichts entschieden, das machen wir im März.',
    'A: Wie lange braucht der Bus?\nB: Er fährt zwanzig Minuten.',
    'A: Wenn wir die Halle mieten, wird es teuer.',
    'A: Er geht jeweils am Abend spazieren.',
  ],
  en: [
    'A: We live in Leeds and take the train to work.',
    'A: The cake always comes out dry at my place.',
    'A: On Saturday we take the children to the zoo.',
    "A: Okay, let's move on to the next item.",
    "A: We haven't decided anything yet, we'll do that in March.",
    'A: How long does the bus take?\nB: It takes twenty minutes.',
    'A: If we rent the hall it gets expensive.',
    'A: He goes for a walk in the evening.',
  ],
  fr: [
    'A: Nous habitons à Nyon et nous prenons le train tous les jours.',
    'A: Le gâteau est toujours trop sec chez moi.',
    'A: Samedi, nous allons au zoo avec les enfants.',
    'A: Bon, on passe au point suivant.',
    "A: On n'a encore rien décidé, on verra en mars.",
    'A: Combien de temps met le bus ?\nB: Il met vingt minutes.',
    'A: Si on loue la salle, ça devient cher.',
    'A: Il se promène toujours le soir.',
  ],
  it: [
    'A: Abitiamo a Lugano e prendiamo il treno tutti i giorni.',
    'A: La torta a casa mia viene sempre secca.',
    'A: Sabato andiamo allo zoo con i bambini.',
    'A: Bene, passiamo al punto successivo.',
    'A: Non abbiamo ancora deciso niente, vedremo a marzo.',
    "A: Quanto ci mette l'autobus?\nB: Ci mette venti minuti.",
    'A: Se affittiamo la sala, diventa caro.',
    'A: La sera va sempre a passeggio.',
  ],
};

type Given = [lines: string, who: string | null, due?: string];
const [anna, ben] = ['Anna Ott', 'Ben Frei'];
const given: Record<TextLanguage, Given[]> = {
  de: [
    ['A: Den Vertrag lasse ich bis Freitag vom Anwalt durchlesen.', anna, 'bis Freitag'],
    ['A: Ben, würdest du die Fotos hochladen?', ben],
    ['A: Ich baue die Seite nächste Woche um.', anna, 'nächste Woche'],
    ['A: Du schaust dir bitte die Zahlen vom Februar an, Ben.\nB: Ja.', ben],
    ['A: Wer meldet das der Versicherung?\nB: Ich.', ben],
    ['A: Ben, denk bitte an die Schlüssel.', ben],
    ['A: Die Einladung gestalte ich, die ist am Montag fertig.', anna],
    ['A: Ben soll bis Ende März drei Angebote einholen.', ben, 'bis Ende März'],
    ['A: Irgendjemand sollte die Pflanzen giessen.', null],
    ['A: Kann jemand die Garage aufräumen?', null],
    ['A: Bitte schauen Sie, dass die Rampe am Dienstag steht.\nB: Geht klar.', ben],
  ],
  en: [
    ["A: I'll have the contract looked at by a lawyer by Friday.", anna, 'by Friday'],
    ['A: Ben, would you upload the photos?', ben],
    ["A: I'll rebuild the page next week.", anna, 'next week'],
    ['A: Ben, have a look at the February figures, please.\nB: Yes.', ben],
    ['A: Who tells the insurance?\nB: I will.', ben],
    ['A: Ben, please remember the keys.', ben],
    ['A: I can design the invitation, it will be ready on Monday.', anna],
    ['A: Ben is to get three quotes by the end of March.', ben, 'by the end of March'],
    ['A: Somebody should water the plants.', null],
    ['A: Can anyone tidy the garage?', null],
    ['A: Please see to it that the ramp is up by Tuesday.\nB: Sure.', ben],
  ],
  fr: [
    ["A: Je ferai relire le contrat par l'avocat d'ici vendredi.", anna, "d'ici vendredi"],
    ['A: Ben, tu pourrais mettre les photos en ligne ?', ben],
    ['A: Je refais la page la semaine prochaine.', anna, 'la semaine prochaine'],
    ["A: Ben, jette un œil aux chiffres de février, s'il te plaît.\nB: Oui.", ben],
    ["A: Qui avertit l'assurance ?\nB: Moi.", ben],
    ["A: Ben, n'oublie pas les clés.", ben],
    ["A: L'invitation, je la dessine, elle sera prête lundi.", anna],
    ["B: Anna doit demander trois offres d'ici fin mars.", anna, "d'ici fin mars"],
    ["A: Quelqu'un devrait arroser les plantes.", null],
    ["A: Est-ce que quelqu'un peut ranger le garage ?", null],
    ["A: Veuillez installer la rampe d'ici mardi.\nB: Entendu.", ben],
  ],
  it: [
    ["A: Farò rileggere il contratto all'avvocato entro venerdì.", anna, 'entro venerdì'],
    ['A: Ben, potresti caricare le foto?', ben],
    ['A: Rifaccio io la pagina la settimana prossima.', anna, 'la settimana prossima'],
    ["A: Ben, da' un'occhiata alle cifre di febbraio, per favore.\nB: Sì.", ben],
    ["A: Chi avverte l'assicurazione?\nB: Io.", ben],
    ['A: Ben, non dimenticare le chiavi.', ben],
    ["A: L'invito lo disegno io, sarà pronto lunedì.", anna],
    ['A: Ben deve chiedere tre offerte entro fine marzo.', ben, 'entro fine marzo'],
    ['A: Qualcuno dovrebbe annaffiare le piante.', null],
    ['A: Qualcuno può riordinare il garage?', null],
    ['A: La prego di montare la rampa entro martedì.\nB: Certo.', ben],
  ],
};

const notGiven: Record<TextLanguage, string[]> = {
  de: [
    'A: Ich arbeite seit drei Jahren in Bern.',
    'A: Ich koche am Sonntag meistens für die Kinder.',
    'A: Kannst du das Fenster sehen?',
    'A: Wer jemanden kennt, ist gut dran.',
    'A: Ben hat das gestern schon geschickt.',
    'A: Am nächsten Morgen konnte ich die Treppe nicht hinunter.',
    'A: Meine Frau sagt, ich stöhne, seit letzter Woche.',
  ],
  en: [
    'A: I have worked in Leeds for three years.',
    'A: I usually cook for the children on Sundays.',
    'A: Can you see the window?',
    'A: Whoever knows somebody is lucky.',
    'A: Ben sent that yesterday.',
  ],
  fr: [
    'A: Je travaille à Nyon depuis trois ans.',
    'A: Le dimanche je cuisine toujours pour les enfants.',
    'A: Tu vois la fenêtre ?',
    "A: Celui qui connaît quelqu'un a de la chance.",
    "A: Ben l'a déjà envoyé hier.",
  ],
  it: [
    'A: Lavoro a Lugano da tre anni.',
    'A: La domenica cucino sempre per i bambini.',
    'A: Riesci a vedere la finestra?',
    'A: Chi conosce qualcuno è fortunato.',
    "A: Ben l'ha già mandato ieri.",
  ],
};

const eachOf = <T>(table: Record<TextLanguage, T[]>) =>
  textLanguages.flatMap((language) => table[language].map((row): [TextLanguage, T] => [language, row]));
const read = (language: TextLanguage, lines: string) =>
  extract(asInput(language, lines, { A: anna, B: ben }));

describe('what is decided', () => {
  it.each(eachOf(decided))('%s: %s', (language, lines) => {
    expect(read(language, lines).decisions.length).toBe(1);
  });

  it.each(eachOf(notDecided))('%s, and what is not: %s', (language, lines) => {
    expect(read(language, lines).decisions).toEqual([]);
  });
});

describe('what is to be done', () => {
  it.each(eachOf(given))('%s: %j', (language, [lines, who, due]) => {
    const { tasks } = read(language, lines);
    expect(tasks).toMatchObject([{ who, ...(due !== undefined && { due }) }]);
  });

  it.each(eachOf(notGiven))('%s, and what is not: %s', (language, lines) => {
    expect(read(language, lines).tasks).toEqual([]);
  });
});
