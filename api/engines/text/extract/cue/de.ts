import type { Cue } from './cue.ts';
import { germanDecisions } from './de-decisions.ts';
import { germanTasks } from './de-tasks.ts';

const months = 'januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember';
const days = 'montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag';
const small = 'ein|eins|eine|einem|einer|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf';
const number = `#+|${small}|dreizehn|vierzehn|fünfzehn|sechzehn|siebzehn|achtzehn|neunzehn|zwanzig|dreissig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|hundert|paar`;
const ordinal =
  '#{1,2}.|ersten|zweiten|dritten|vierten|fünften|sechsten|siebten|achten|neunten|zehnten|elften|zwölften|dreizehnten|vierzehnten|fünfzehnten|sechzehnten|siebzehnten|achtzehnten|neunzehnten|zwanzigsten|(ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)undzwanzigsten|dreissigsten|einunddreissigsten';
const hour = `#{1,2}|${small}`;

/** Stems of verbs that describe tasks, without endings. */
const work =
  'schick|verschick|send|klär|prüf|überprüf|organisier|schreib|bestell|kontaktier|informier|erstell|überarbeit|korrigier|besorg|buch|reservier|koordinier|verteil|versend|kontrollier|test|ergänz|aktualisier|überweis|vereinbar|erledig|verfass|formulier|entwerf|berechn|druck|kopier|reparier|recherchier|dokumentier|übersetz|installier|lösch|sperr|kümmer|bereit|reich|beantrag|lad|hak|richt|meld|ruf|bring|hol|füll|trag|zeichn|räum|check|schau|such|frag|kläre|mail|telefonier|orientier|unterschreib|abklär|nachfrag|kündig|budgetier|offerier|besprech|verlänger|abmeld|zusammenstell|plan|montier|ersetz|bezahl|zahl|sammel|notier|protokollier';
/** Infinitives of verbs that describe tasks, with and without separable prefixes. */
const infinitive =
  '(ab|an|auf|aus|bei|ein|her|hin|mit|nach|vor|weiter|zu|zurück|zusammen|um|durch|über|vorbei|heraus|raus|herum|rum|frei|bereit|fertig|hoch|nochmals)?(schicken|senden|klären|prüfen|organisieren|nehmen|schreiben|stellen|informieren|erstellen|arbeiten|passen|korrigieren|sorgen|besorgen|buchen|reservieren|koordinieren|verteilen|leiten|bringen|holen|suchen|lesen|kontrollieren|testen|ergänzen|fragen|aktualisieren|weisen|laden|vereinbaren|machen|unterschreiben|schauen|sehen|setzen|bereiten|räumen|reichen|erledigen|verfassen|formulieren|entwerfen|rechnen|berechnen|drucken|kopieren|reparieren|recherchieren|dokumentieren|übersetzen|installieren|löschen|sperren|kümmern|rufen|melden|füllen|tragen|liefern|sagen|geben|besprechen|reden|sprechen|kündigen|ersetzen|montieren|bezahlen|zahlen|sammeln|schalten|richten|bieten|verschieben|mailen|telefonieren|kaufen|verlängern|tauschen|wechseln|messen|zählen|gehen|notieren|bestellen|übernehmen|kontaktieren|verschicken|überarbeiten|überprüfen|überweisen|legen|treffen|planen|fassen|werten|listen|klopfen|tun|lassen|hängen|kleben|streichen|mähen|putzen|reinigen|beantragen|begleiten|beantworten|bitten|einigen|erinnern|warnen)';

/** Cues of spoken German, including Swiss usage. */
export const german: Cue = {
  fragments: {
    first:
      '(?!(habe|hätte|glaube|denke|finde|meine|hoffe|wäre|würde|könnte|müsste|sollte|möchte|wohne|lebe|heisse|kenne|arbeite|brauche|freue|danke|verstehe|sehe|höre|fühle|liebe|hatte|wurde|wusste|konnte|wollte|musste|dachte|schlage|fürchte|erinnere|warte|bleibe|gehe|fahre|komme|schlafe|esse|trinke|schätze|vermute|alle|eine|keine|meine|deine|seine|ihre|unsere|eure|heute|gerne|beide|diese|jede|viele|letzte|nächste|ganze|gute|lange|leute|ende)(?!\\p{L}))\\p{L}{3,}e',
    idle: 'haben|hatten|hätten|sind|waren|wären|wissen|denken|glauben|hoffen|sehen|sahen|hören|reden|sprechen|wohnen|leben|kennen|brauchen|meinen|finden|fragen|warten|schauen|bekommen|kriegen|verlieren|fürchten|verstehen|erinnern|treffen|kommen|fangen|suchen|versuchen|diskutieren|merken|arbeiten|gewinnen|sitzen|stehen|liegen|freuen|heissen|gehören|zusammen|gestern|morgen|einen|keinen|unseren|zwischen|gegen|neben',
    modal:
      'können|könnten|müssen|müssten|sollten|sollen|würden|werden|wollen|wollten|möchten|dürfen|dürften|mögen|konnten|mussten',
    plural: '\\p{L}{2,}(en|eln|ern)',
    participle: '(\\p{L}*ge\\p{L}+(t|en)|\\p{L}*(ver|be|er|ent|zer|über|unter)\\p{L}{3,}(t|en))',
    months,
    days,
    number,
    ordinal,
    hour,
    work,
    infinitive,
    many: `${number}|wenigen|einigen|mehreren|ein paar`,
    part: 'vormittag|nachmittag|mittag|abend|morgen|früh|nacht',
    next: 'nächste|nächsten|nächster|nächstes|nächstem|kommende|kommenden|kommender|kommendes|übernächste|übernächsten|übernächster|diese|diesen|dieser|dieses|diesem|letzte|letzten|letzter|letztes|letztem|vergangene|vergangenen|vorletzte|vorletzten|vorletztes',
    edge: 'anfang|mitte|ende|anfangs|spätestens',
    span: 'woche|wochen|monat|monats|monate|jahr|jahres|quartal|quartals|semester|semesters|schuljahr|schuljahrs|wochenende|session',
  },
  articles: '',
  abbreviations:
    'z.b bzw usw etc d.h u.a ca nr dr prof hr fr st str abs art evtl ggf inkl max min mio mrd tel vgl bspw resp sog dipl med lic',
  cutsBefore: 'und|aber|weil|dann|also|denn|oder|sondern|wobei|jedenfalls|deshalb',
  dates: `
    (am |bis |ab |vom |zum |von |seit |vor |nach |auf )?(den |dem )?({days}(s)? )?(den |dem )?{ordinal} {months}( ####)?
    (am |bis |ab |vom |zum |den |dem |der )?#{1,2}. ?#{1,2}.( ?####)?
    (am |bis |ab |vom |zum |auf den |den )(#{1,2}.|(acht|neun|zehn|elf|zwölf|dreizehn|vierzehn|fünfzehn|sechzehn|siebzehn|achtzehn|neunzehn)ten|(ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)?(und)?(zwanzig|dreissig)sten)
    (am |bis |ab |vom |zum |auf |für |jeden |diesen |nächsten |kommenden |letzten |den )*{days}({part})?(s)?( in einer woche| in zwei wochen| {part})?
    (im |in |ab |bis |seit |vom |bis |zum )?({next} |{edge} )*{months}( ####)?
    (im |in |ab |bis |seit |vom |von |zum )?{edge} ({next} |des |der )*{span}
    (im |in |ab |bis |seit |auf |zum |der |für )?(im |in |am |den |der |dem |die |das )?{next} (tag|tage|{span}|morgen|abend|frühling|sommer|herbst|winter|{part})
    (bis |ab |seit )?(übermorgen|vorgestern|gestern|heute {part}|morgen {part})( {part})?
    (bis |ab |auf |noch |gleich )?morgen
    (in|vor|innert|innerhalb von) ({many}) (bis {many} )?(tag|tagen|woche|wochen|monat|monaten|jahr|jahren|stunde|stunden|minuten|minute)
    in (einer |anderthalb )?(halben|viertel|dreiviertel) stunde
    (im|ab|bis|seit|zum|diesen|nächsten|letzten) (frühling|frühjahr|sommer|herbst|winter|sommerferien|herbstferien|advent)
    (nach|vor|bis|ab|bis zu|bis nach) (den|der) (sommer|herbst|winter|frühlings|weihnachts|sport|schul)?ferien
    in den (sommer|herbst|winter|frühlings|weihnachts|sport|schul)ferien
    in der (nacht|früh)
    (nach|vor) der (sitzung|visite|pause|besprechung|schule|arbeit)
    (an|vor|nach|bis|über|auf) (weihnachten|ostern|pfingsten|neujahr|auffahrt|silvester)
    (kw|kalenderwoche) ?#{1,2}
    (im|in|seit|von|ab|bis|anno|jahr|sommer|herbst|frühling|winter|ende|anfang|mitte|vom jahr) (19|20)##
    (19|20)## (war|haben|hat|wurde|hatten)
    (im )?(ersten|zweiten|dritten|vierten|nächsten|letzten) (quartal|semester|halbjahr)
    (am |übers |bis zum |vor dem |nach dem )wochenende
    (am|gegen|jeden|bis|vom) (vormittag|nachmittag|mittag|abend|morgen)( (um|gegen|ab) {hour}( uhr)?)?
    (um |ab |bis |gegen |kurz vor |kurz nach |nach |vor |zwischen |auf |von |etwa um )?(punkt |etwa |circa |ungefähr )?#{1,2}([.:]##)? uhr( ##)?
    (um |ab |bis |gegen |nach |vor |auf |von |kurz vor |kurz nach |circa )?{hour} uhr( ({number}))?( {part})?
    (um|ab|bis|gegen|auf|kurz nach|kurz vor|nach) (halb|viertel vor|viertel nach|viertel ab|viertel|dreiviertel|(fünf|zehn|zwanzig) (vor|nach|ab)( halb)?) {hour}
    (halb|viertel vor|viertel nach|viertel ab|(fünf|zehn|zwanzig) (vor|nach|ab)) {hour}( uhr)?
    (um|gegen|ab) #{1,2}([.:]##)?
    (um|ab|gegen|nach|vor|kurz nach|kurz vor) (zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|eins)
    #{1,2}:##
  `,
  notDates: `
    guten (morgen|tag|abend)
    schönen (abend|tag|morgen|feierabend)
    schönes wochenende
    (um|ab|gegen|nach|vor) ({number}) (prozent|franken|euro|stück|grad|tage|wochen|leute|personen|millimeter|milligramm|punkte|meter|kilo|liter|rappen|stunden|minuten|jahre|monate)
    am morgen und am abend
  `,
  dateLinks: 'um|den|am|ab|der|dem|jeweils|also|gegen|so|von|bis',
  past: `
    (letzte|letzten|letzter|letztes|letztem|vergangene|vergangenen|vorletzte|vorletzten)
    (gestern|vorgestern|seit)
    ^vor (#+|{number}) (tagen|wochen|monaten|jahren|stunden|minuten)
    ^jeden
  `,
  due: `
    bis (zum|zur|zu|nach|vor) (nächsten|nächstes|nächster|dem|der|den )?\\p{L}+
    bis (dann|dahin)
    vor (dem|der|den) \\p{L}+
    (nach|vor) (den|dem|der) (ferien|sitzung)
    bei der nächsten \\p{L}+
    (an|auf|für) (der|die) nächste(n)? \\p{L}+
    sofort
    so schnell wie möglich
    so rasch wie möglich
    heute( noch)?
    noch heute
  `,
  decided: `
    ^(dann|also dann|gut dann|okay dann|in dem fall) (ist|wird|nehmen wir) (es|das) (der|die|das|den|ein|eine)
    (streiche|genehmige|bewillige|verschiebe) ich
    (ab sofort|von (jetzt|nun|heute) an|fortan|ersatzlos)
    (damit|somit|hiermit) … {participle}$
    (#+|{number}) stimmen (dafür|dagegen|zu)
    (antrag|vorlage|budget) … (durch|angenommen|abgelehnt|zugestimmt)$
    (haben|hat) … (grünes licht|zugestimmt|zugesagt)
    (wir|ich) (haben |habe |hätten )?(somit |damit |also |jetzt |hiermit |heute |nun |einstimmig )*(beschliessen|beschliesse|genehmigen|verabschieden|bewilligen)
    (beschliessen|genehmigen|verabschieden|bewilligen) wir
    (ist|sind|wird|wurde|gilt|wäre|haben wir|haben|hat|hätten wir) … (beschlossen|genehmigt|angenommen|verabschiedet|bewilligt|abgelehnt|abgemacht|vereinbart|gutgeheissen|verworfen|geeinigt|zurückgewiesen)
    (damit|somit|also|hiermit|dann) … (beschlossen|genehmigt|angenommen|entschieden|gewählt|abgelehnt|bewilligt|abgemacht)
    ^(beschlossen|genehmigt|angenommen|abgemacht|bewilligt|abgelehnt)
    also (angenommen|beschlossen|abgemacht|genehmigt)
    (einstimmig|einhellig) (angenommen|beschlossen|genehmigt|gewählt|so)
    einstimmig
    (#+|{number}) (ja|nein|dafür|dagegen|zu) (#+|{number})?
    (gewählt|angenommen|abgelehnt|zugestimmt|bewilligt|genehmigt|gutgeheissen) (mit|als|bei|ohne|ist|sind)
    (gut|okay|ok|also|einverstanden|schön|prima|dann|gut dann|also gut) (?!(haben|hatten|hätten|sind|waren|wären|können|könnten|müssen|müssten|sollten|sollen|würden|werden|sehen|kommen|gehen|fangen|reden|sprechen|schauen|wissen|warten|brauchen|treffen|hören|bekommen|kriegen|verlieren|wollen|dürfen|denken|schliessen|besprechen|meinen|bleiben offen)(?!\\p{L}))\\p{L}+n wir
    \\p{L}+n wir (nicht mehr|keine|keinen|definitiv)
    bleibt's (beim|bei|dabei)
    (fliegt|fällt|kommt) (raus|weg|definitiv)
    ^(gekauft|gestrichen|verkauft|erledigt|beschlossene sache)
    (da|dann) sind wir uns einig
    (ab|per) (sofort|nächstem|nächster|januar|neujahr|{months}|{days}) (gilt|gelten|wird|werden|gibt|ist|machen|darf|dürfen)
    (wird|werden) (also |somit |vorläufig |ab \\p{L}+ |nicht |jetzt |nur noch |auf \\p{L}+ )*(abgesetzt|eingestellt|umgestellt|gestoppt|entlassen|sistiert|reduziert|ausgesetzt|verdoppelt|halbiert|beibehalten|weitergeführt|zurückgestellt|abgesagt|durchgeführt|vergeben|ausgeschrieben|umgesetzt|beauftragt)
    bleibt (alles|es|das|der|die) … wie (es|er|sie|bisher)
    fällt … aus
    ^(gut |also |okay |ja )*dann (kann|darf|bleibt|gilt|kommt|fällt) (er|sie|es|der|die|das|\\p{L}+) 
    mit … (stimmen|enthaltung|enthaltungen|gegenstimme|gegenstimmen|gegenstimmen)
    (bei |ohne )?(#+|{number}|keine|keiner|ohne) (gegenstimme|gegenstimmen|enthaltung|enthaltungen)
    wir (einigen|verständigen) uns
    (einigen|verständigen) wir uns
    (wir )?halten … (so )?fest
    wir legen … fest
    (es )?bleibt (also |somit )?(dabei|beim|bei der|bei den)
    wir bleiben (also |somit )?(dabei|beim|bei der|bei dem|bei den)
    (wir|ich) entscheide(n)? (uns |mich )?(für|gegen|also|hiermit|jetzt)
    entscheiden wir uns
    die entscheidung (ist|steht|lautet)
    das ist (jetzt |damit |somit |also )?(so )?(fix|gesetzt|entschieden|definitiv|der beschluss)
    wir verzichten
    dann verzichten wir
    (gut|okay|ok|also|einverstanden|alles klar|so|ja|schön|prima|super|perfekt) (gut |okay |also |ja |einverstanden )*(dann )?(nehmen|machen|behalten|streichen|verschieben|lassen|bestellen|kaufen|starten|setzen|wählen|verlegen|stellen|führen|beginnen|kündigen|erhöhen|senken|kürzen|bewilligen|unterstützen|übernehmen|beauftragen|reduzieren|planen|verlängern|schliessen|öffnen|bleiben|gehen|fahren|ersetzen) wir
    dann (nehmen|machen|behalten|streichen|verschieben|lassen|bestellen|kaufen|starten|wählen|verlegen|führen|kündigen|erhöhen|senken|kürzen|unterstützen|beauftragen|reduzieren|verlängern|schliessen|setzen|bleiben|fahren|ersetzen|stellen|gehen|beginnen) wir
    wir (nehmen|behalten|streichen|verschieben|bestellen|kaufen|wählen|verlegen|kündigen|beauftragen|ersetzen|verlängern|reduzieren|fahren|stellen) (also|somit|jetzt|damit|das|die|den|auf)
    wir (machen|lassen|lösen|halten) (das|es) (also |jetzt |dann )?so
    (ich )?(verordne|verschreibe) (ich )?(ihnen|dir|noch|eine|einen|ein|also|mal)
    (ich )?schreibe (ich )?(sie|dich|ihn) … (krank|arbeitsunfähig)
    (wir|ich) (setzen|setze) … (ab|auf|an)
    (wir|ich) (erhöhen|erhöhe|reduzieren|reduziere|senken|senke|stoppen|stoppe) 
    (wir|ich) (beginnen|beginne|starten|starte|fangen|fange) (also |dann |jetzt )?(mit|am|ab)
    (machen|vereinbaren|nehmen) wir … (termin|kontrolle|kontrolltermin)
    auftrag (geht|erteilt|an)
    zuschlag (geht|an)
    machen wir … verbindlich
    gewählt (ist|sind|wurde)
    (ist|sind) … gewählt
    (bekommt|bekommen|erhält|kriegt) (also |damit |somit )?den zuschlag
    kommt (also |damit )?nicht (mehr )?in frage
    wird (also |somit |definitiv |damit )*(gestrichen|verschoben|eingeführt|abgeschafft|verlängert|gekündigt|angeschafft|ersetzt|erhöht|gekürzt|gesenkt|verlegt|aufgehoben|geschlossen)
    (nehmen|machen|lassen|verlegen|verschieben|streichen) wir (also|somit|definitiv|jetzt) 
  `,
  settled: `
    dann machen wir (das|es)( so)?
    so machen wir (das|es)
    (das|es) machen wir( so)?
    machen wir (das |es )?so
    (ist |also |gut )?abgemacht
    (ist |so )?beschlossen
    (dann )?ist das (so )?(gut|beschlossen|genehmigt|abgemacht|entschieden|angenommen)
    (damit |dann |somit )?sind (wir uns |alle )?einig
    (alle |dann )?(sind )?einverstanden
    dann gilt das
    das gilt( so)?
    dann (steht|gilt) (das|es)
    so ist es (beschlossen|abgemacht)
    niemand dagegen
    keine einwände
    kein widerspruch
    dann haben wir das
    so bleibt es
    nehmen wir so
    (gut|okay|ok) (dann )?so
    wird gemacht wie
    das nehmen wir
    dann so
  `,
  concludes: `
    ^(gut|okay|ok|also gut|schön|einverstanden|in ordnung|alles klar|von mir aus|na gut|ja gut|ja|also|so|passt|super|prima|meinetwegen)( gut| okay| ja| also)* (dann|also|somit|damit)
    ^(damit|somit|in dem fall|in diesem fall)
  `,
  pointsBack: `
    das
    so
    es
    dies
    damit
    dabei
    den
    dafür
  `,
  proposed: `
    mein vorschlag
    ich (schlage|würde|möchte) … (vor|vorschlagen)
    (ich )?(schlage|würde) (ich )?vor*
    ich beantrage
    (ich )?(stelle|stell) den antrag
    (wir )?(könnten|sollten|müssten) (wir )?
    ich würde
    wie wäre es
    was meint ihr
    man könnte
    ich wäre (dafür|für)
    sollen wir
    wollen wir
    vorschlag
    nehmen wir
  `,
  undecided: `
    (jeweils|immer|normalerweise|meistens|jeden tag|jede woche|seit|üblicherweise|manchmal)
    (noch )?nicht (entschieden|beschlossen|einig|festlegen|entscheiden|beschliessen|definitiv|fix|festgelegt)
    noch (keine|kein) (entscheidung|entscheid|beschluss)
    (nicht|noch|erst|später|nächstes|nächste|nächsten) … (entscheiden|beschliessen)
    (beschliessen|entscheiden) wir … (später|nächste*|erst|dann|im|in|bei|an der)
    vertag*
    (wir|man|ich) (könnte|könnten|würde|würden|sollte|sollten|müsste|müssten|hätte|hätten)
    (könnte|könnten|würde|würden|sollte|sollten|müsste|müssten) (wir|man|ich)
    ^(wenn|falls|ob|bevor|damit (wir|ich|sie|er|man|es|das|die|der|alle)|solange|ehe)
    ob wir
    (wenn|falls) … (beschlossen|genehmigt|angenommen|bewilligt|abgelehnt)
    (damals|seinerzeit|früher|letztes jahr|vor (#+|{number}) jahren|letztes mal|letzten (sommer|herbst|winter|frühling|monat))
    lassen wir … offen
    (lassen|machen) wir … (heute noch nicht|später|offen)
    zu (entscheiden|beschliessen)
    müssen … (entscheiden|beschliessen|festlegen)
    (nehmen|schauen) wir … (nochmals|noch mal|später|wieder) 
    dann (kommen|sehen|schauen|fangen|können|müssen|haben|hätten|sind|gehen|fahren|machen) wir (zu|zum|zur|mal|an|weiter|nochmals|auch|noch|eine pause|uns|zum nächsten|schluss)
    machen wir (weiter|eine pause|schluss|pause|kurz|das fenster|jetzt weiter)
    nehmen wir (mal )?an
    nicht (einstimmig|einig)
    vielleicht
    eigentlich einig
    dann schliessen wir$
    wie immer
  `,
  ...germanTasks,
  ...germanDecisions,
  asking: `
    ^(und |aber |also |ja |okay )*(wer|was|wann|wo|wie|warum|wieso|weshalb|welche|welcher|welches|wieviel|wie viel|wie viele|wohin|woher|womit|haben|hat|ist|sind|kann|können|könnte|gibt|soll|sollen|muss|müssen|darf|wird|werden|zahlt|weiss) (ich|du|er|sie|es|wir|ihr|man|das|der|die|jemand|eigentlich|denn|da|ist|sind|hat|viel|viele|lange|oft|kostet)
  `,
  rhetorical: `
    oder$
    gell$
    nicht wahr
    hört (man|ihr) mich
    hören sie mich
    (seht|sehen|hört) (ihr|sie)
    wie geht es
    noch (etwas|fragen|was)
    sonst noch
    gibt es (dazu |noch )?(fragen|bemerkungen|wortmeldungen)
    einverstanden
    alles klar
    wisst ihr
    (sind|seid) (alle|wir|ihr) (da|bereit|soweit)
    verstehen sie
    (fangen|wollen|sollen|beginnen|starten) wir (an|mal|beginnen|anfangen)
    was führt sie
    darf ich
  `,
  unknown: `
    (kommt|käme) (ganz )?(drauf|darauf) an
    (müssen|müsste|müssten|muss) (ich|wir|man) … (fragen|nachfragen|schauen|klären|abklären|nachsehen)
    (frage|frag|schaue|kläre|klär|prüfe) (ich|es|das|mal|noch|nach)* (nach|ab)
    (hat|haben|ist|wurde) (es |das |sich |uns |dazu )*(noch )?(nicht|nichts|keine) … (angeschaut|gesagt|gemeldet|entschieden|geantwortet|geklärt|bekannt|angegeben)
    (kein|keinen) (plan|schimmer|blassen|dunst)
    kann (ich |man |niemand )+(noch |so |im moment )*nicht
    (weiss|wüsste) (ich )?(das |es |jetzt |auch |leider |grad |gerade |im moment |noch |ich |auswendig )*nicht
    das weiss (ich |man |der |die |niemand |keiner |nur )
    keine ahnung
    gute frage
    (ein )?guter punkt
    (das )?(muss|müsste|müssen|müssten|kann|könnte|soll) (ich |wir |man )?(noch |erst |mal )*(schauen|nachschauen|abklären|klären|nachfragen|fragen|prüfen|passen|nachsehen)
    da (muss|müsste|müssen|müssten) (ich|wir|man)
    (das )?(ist|bleibt|wäre) (noch )?(offen|unklar|ungeklärt)
    (noch )?nicht (klar|bekannt|geklärt|entschieden)
    schwer zu sagen
    bin (ich )?(mir )?(nicht sicher|überfragt|unsicher)
    überfragt
    hat (noch )?niemand
    das sehen wir dann
    kann ich (so |jetzt |dir |ihnen |euch )*nicht (sagen|beantworten)
  `,
  stillOpen: `
    (will|wollte|wollen|möchte) (noch |auch |gern |gerne )?wissen (ob|wer|wie|was|wann|wo|warum)
    (das |hat )?(noch )?niemand (gezählt|geprüft|gefragt|abgeklärt)
    (bin|sind) (ich |wir )?(mir |uns )?nicht sicher (ob|wie|was)
    (noch |völlig |weiterhin |immer noch )(offen|unklar|ungeklärt)
    (die |eine )?(frage|offene frage) (ist|bleibt|wäre)( noch| halt| nur| natürlich| eben| einfach)? (ob|wer|wie|was|wann|wo|offen)
    ich (frage|frag) mich( aber| halt| schon| immer noch| nur)? (ob|wer|wie|was|wann|wo|warum)
    (wissen|weiss) (wir|man|ich|niemand) (noch |immer noch |aber )*nicht (ob|wer|wie|was|wann|wo|warum)
    (müssen|müssten) (wir )?noch (klären|abklären|schauen|herausfinden) (ob|wer|wie|was|wann|wo)
  `,
  figures: `
    (chf|fr.|eur|€) ?#[#'.]*
    #[#'.,]* ?(franken|rappen|euro|fr|chf|eur|millionen|mio|milliarden|tausend|prozent|grad|kilo|kg|gramm|milligramm|mg|milliliter|ml|liter|meter|kilometer|km|quadratmeter|kubikmeter|zentimeter|cm|millimeter|stunden|minuten|tage|wochen|monate|jahre|stück|personen|leute|kinder|stellenprozent|gigabyte|terabyte|schläge|stimmen|pflegende|mitarbeitende|betten|lektionen|fälle)
    #[#'.,]* ?[%€°]
    \\p{L}*(hundert|tausend|zwanzig|dreissig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|zehn|elf|zwölf|zwei|drei|vier|fünf|sechs|sieben|acht|neun) (franken|rappen|euro|millionen|milliarden|tausend|prozent|grad|kilo|gramm|milligramm|milliliter|liter|meter|kilometer|quadratmeter|zentimeter|stunden|minuten|tage|wochen|monate|jahre|stück|personen|leute|kinder|mal|gigabyte|terabyte|stimmen|familien|mitarbeitende|sitzungen)
    \\p{L}*(hundert|tausend)\\p{L}*
    #{1,3}['.]###
    #{1,3} (zu|auf|über) #{1,3}
    #{2,}([,.]#+)?
    (im schnitt|durchschnittlich|rund|etwa|ungefähr|circa|knapp) ({number})
    (die hälfte|ein drittel|zwei drittel|ein viertel|drei viertel|doppelt so|das doppelte)
  `,
  housekeeping: `
    (guten (abend|morgen|tag)|grüezi|hallo|willkommen|salut|hoi|tschüss|ade|adieu|auf wiedersehen|schönen abend|schönes wochenende|kommt gut heim|gute besserung)
    (hört|hören|seht|sehen) (ihr|sie|man) (mich|mein)
    (du bist|ihr seid|sie sind) (stumm|auf stumm)
    (kaffee|apéro|gipfeli|parkplatz|wetter|schnee|kuchen|fenster)
    (vielen|herzlichen|besten) dank
    danke (schön|sehr|dir|euch|ihnen|fürs|für)
    nehmen sie platz
    mikrofon
    kamera
    bildschirm
    (schön|toll) (dass|haben)
    entschuldig*
    kleinen moment
    witz
    haha
    der apéro
    schönen gruss
  `,
  important: `
    wichtig*
    (das )?(problem|hauptproblem|grundproblem) (ist|war|bleibt)
    zusammen(gefasst|fassend)
    unter dem strich
    (das )?(ergebnis|resultat|fazit|befund)
    entscheidend
    (der|die|das) (grund|ursache|vorschlag|risiko|ziel)
    dringend
    deshalb
    (schmerz*|erguss|verdacht|diagnose|befund|allergi*|fieber)
    nächste (sitzung|besprechung|kontrolle|treffen)
    (nächster|nächste|nächsten) (termin|sitzung)
    frist
    (seit|wegen)
    (kosten|kostet|budget|offerte*|kredit)
    stellt sich heraus
    (umfrage|messung|bericht|rückmeldung*|auswertung)
    (nicht|kein) … (mehr|möglich|genug|ideal)
    mein vorschlag
    gesuch
  `,
  personal: `
    ich (glaube|denke|finde|meine|hoffe|vermute|fürchte|schätze)
    glaub(e)? ich
    (find|finde) ich
    meiner meinung
    irgendwie
    keine ahnung
    (meine frau|mein mann|mein schwager|meine mutter|meine tochter|mein sohn|meine kinder)
    ehrlich gesagt
    stell dir vor
  `,
  opens: `
    (kommen|gehen) wir (zum|zur|zu)
    wir kommen (jetzt |nun |dann |damit )?(zum|zur|zu)
    nächste(s|r|n)? (geschäft|traktandum|punkt|thema)
    (erstes|zweites|drittes|viertes|fünftes|letztes) (geschäft|traktandum|thema)
    (erster|zweiter|dritter|vierter|fünfter|letzter) punkt
    (erstens|zweitens|drittens|viertens|fünftens)
    (damit |dann )?(sind wir|wären wir) (beim|bei|bei der)
    (traktandum|punkt) (eins|zwei|drei|vier|fünf|sechs|#)
    (unter )?verschiedene(s|m)
    (ein )?(anderes|weiteres|neues) thema
    dann zum
    jetzt (zum|zur|zu)
    weiter (mit|zum|geht)
    zurück zu(m|r)?
    was (noch|führt sie)
  `,
  honorifics: 'frau|herr|herrn|dr|doktor|professor|prof',
  notNames:
    'und aber also dann ja nein gut das die der den dem wir ich du sie er es ihr man wer was wie wo wann wenn weil dass ob noch auch nur nicht so da hier jetzt heute morgen bitte danke mein meine unser unsere kein keine ein eine einer genau okay klar jemand niemand alle alles vielleicht bis am im vom zum zur bei mit nach für von vor auf aus an in um über unter frau herr herrn dr',
};
