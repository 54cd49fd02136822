import type { Cue } from './cue.ts';
import { italianDecisions } from './it-decisions.ts';
import { italianTasks } from './it-tasks.ts';

const infinitive =
  'fare|mandare|inviare|spedire|preparare|organizzare|chiamare|richiamare|telefonare|contattare|verificare|controllare|chiedere|scrivere|redigere|ordinare|prenotare|mettere|prendere|portare|cercare|trovare|vedere|guardare|informare|avvisare|avvertire|trasmettere|correggere|completare|finire|terminare|confermare|stampare|distribuire|coordinare|pianificare|fissare|convocare|invitare|comprare|acquistare|pagare|firmare|compilare|depositare|consegnare|dare|parlare|discutere|calcolare|confrontare|provare|riparare|sostituire|cambiare|pulire|installare|annotare|iscrivere|annunciare|rispondere|rileggere|tradurre|misurare|contare|chiarire|risolvere|sistemare|occuparsi|occuparmi|occuparti|passare|andare|venire|lanciare|pubblicare|condividere|presentare|proporre|raccogliere|dire|bloccare|aggiornare|rifare|aggiungere|togliere|evitare|bere|smettere|riprendere|seguire|scansionare|recuperare|richiedere|sollecitare|sentire|spostare|disdire|annullare|rinnovare|allegare|elaborare|stilare|tenere|spiegare|caricare|valutare|studiare|tornare|lasciare|fotografare|spostare|montare|ridurre|aumentare|sospendere|continuare|iniziare|cominciare|farla|farlo|mandarlo|mandarla|chiamarlo|chiamarla|sentirlo|sentirla|prepararlo|inoltrare|disegnare|incontrare|monitorare|tagliare|formare';
/** First person singular, present. */
const present =
  'faccio|mando|invio|spedisco|preparo|organizzo|chiamo|richiamo|telefono|contatto|verifico|controllo|chiedo|scrivo|redigo|ordino|prenoto|porto|cerco|informo|avviso|avverto|trasmetto|correggo|completo|finisco|termino|confermo|stampo|distribuisco|coordino|pianifico|convoco|invito|compro|firmo|compilo|consegno|calcolo|confronto|riparo|sostituisco|pulisco|installo|iscrivo|annuncio|rispondo|rileggo|traduco|chiarisco|risolvo|sistemo|occupo|passo|vado|lancio|pubblico|condivido|presento|raccolgo|blocco|aggiorno|rifaccio|aggiungo|scansiono|recupero|richiedo|sollecito|sento|sposto|disdico|elaboro|metto|prendo|do|guardo|parlo|penso|informerò|giro|inoltro|carico|pago|tengo|vedo|preparo|riferisco|allego|scrivo|cambio|tolgo|lascio|studio|propongo|valuto|incontro';
/** Imperatives of the second and third (polite) person. */
const presents =
  'fai|fa|faccia|fate|mandi|manda|mandate|mandami|mandaci|invia|invii|inviami|prepari|prepara|preparate|preparami|organizzi|organizza|organizzate|chiami|chiama|chiamate|chiamalo|chiamala|richiami|richiama|telefoni|telefona|contatti|contatta|contattate|verifichi|verifica|verificate|controlli|controlla|controllate|chiedi|chieda|chiedete|chiedigli|scrivi|scriva|scrivete|ordini|ordina|ordinate|prenoti|prenota|porti|porta|portate|portami|cerchi|cerca|informi|informa|avvisi|avvisa|avvisate|trasmetti|trasmetta|completi|completa|finisci|finisca|confermi|conferma|stampi|stampa|distribuisci|fissi|fissa|inviti|invita|compri|compra|firmi|firma|compili|compila|consegni|consegna|rispondi|risponda|sistemi|sistema|passi|passa|raccogli|raccolga|blocchi|blocca|aggiorni|aggiorna|prenda|prendi|prendete|beva|eviti|smetta|torni|metta|metti|tenga|tieni|misuri|sospenda|continui|senti|senta|guardi|guarda|dammi|dimmi|fammi|mi fai|mi mandi|ci fai|si riposi|riposi|lasci|lascia|cambi|cambia';

/** Cues of spoken Italian, including Swiss usage. */
export const italian: Cue = {
  fragments: {
    first:
      '(?!\\p{L}*(iamo|emo)(?!\\p{L}))(?!(penso|credo|trovo|so|spero|suppongo|immagino|capisco|vedo|dico|sono|ho|abito|lavoro|conosco|preferisco|sto|vivo|resto|dormo|mangio|sento|posso|voglio|devo|propongo|vengo|parto|ammetto|ricordo|chiedo se|anno|anch|quando|questo|quello|primo|secondo|tutto|molto|altro|nostro|vostro|nuovo|stesso|giorno|mezzo|pomeriggio|marzo|otto|quattro|agosto|scorso|prossimo|entro|dentro|dopo|sopra|sotto|poco|subito|presto|certo|vero|però|tanto|solo|loro|fino|prego|tempo|anno|lavoro|comitato|prezzo|tetto|posto|caso|modo|punto|momento|ufficio|gruppo)(?!\\p{L}))\\p{L}{2,}o',
    idle: 'abbiamo|siamo|sappiamo|pensiamo|crediamo|speriamo|vediamo|sentiamo|parliamo|abitiamo|aspettiamo|diciamo|cerchiamo|capiamo|conosciamo|proviamo|discutiamo|troviamo|perdiamo|passiamo|torniamo|arriviamo|guardiamo|ricordiamo|viviamo|lavoriamo|veniamo|stiamo|chiamo|richiamo|amo|rivediamo|incontriamo|chiediamo|cominciamo|iniziamo|ringraziamo|richiamiamo|riprendiamo',
    modal: 'possiamo|dobbiamo|vogliamo|potremmo|dovremmo|vorremmo',
    infinitive,
    present,
    presents,
    months: 'gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre',
    days: 'lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|lunedi|martedi|mercoledi|giovedi|venerdi',
    number:
      '#+|un|uno|una|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici|quattordici|quindici|sedici|diciassette|diciotto|diciannove|venti|trenta|quaranta|cinquanta|sessanta|settanta|ottanta|novanta|qualche|pochi|poche|un paio di',
    day: '#{1,2}|primo|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici|quattordici|quindici|sedici|diciassette|diciotto|diciannove|venti|ventuno|ventidue|ventitré|ventiquattro|venticinque|ventisei|ventisette|ventotto|ventinove|trenta|trentuno',
    hour: '#{1,2}|una|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici|quattordici|quindici|sedici|diciassette|diciotto|diciannove|venti|ventuno|ventidue|ventitré',
    part: 'mattina|mattino|pomeriggio|sera|notte|mezzogiorno',
    to: "mi |ti |ci |vi |gli |le |lo |la |li |ne |me lo |te lo |ve lo |ve la |te la |ve li |te li |glielo |gliela |me la |ve le |te le |gliene |l'|ce lo |ce la |se |si |glieli ",
  },
  articles:
    'il lo la i gli le l un uno una del dello della dei degli delle dell al allo alla ai agli alle all dal dalla nel nella nei sul sulla sui di mio mia miei suo sua nostro nostra vostro vostra questo questa questi queste quel quella ogni nessun nessuna',
  abbreviations: 'sig sigg dott dr ing avv prof ecc es art ca nr no tel ss pag egr geom arch',
  cutsBefore: 'e|ma|quindi|perché|allora|poi|o|però|così|anche',
  dates: `
    (il |al |dal |entro il |fino al |prima del |dopo il |per il |del |di |da |entro |fino a |a partire da |a partire dal |l')*({days} )?(il |l')?{day} {months}( ####| del ####)?
    (il |di |entro |entro il |fino a |per |per il |da |dal |dalla |ogni |questo |questa |al |ancora |prima di |dopo |lo scorso |la |tra |già )*{days}( prossimo| scorso| prossima| scorsa)?( {part}| #{1,2}| dopo il lavoro)?
    (il|al|dal|entro il|fino al|prima del|dopo il|per il|del) (#{1,2}|quindici|diciassette|diciotto|diciannove|venti|ventuno|ventidue|ventitré|ventiquattro|venticinque|ventisei|ventisette|ventotto|ventinove|trenta)
    #{1,2}[./]#{1,2}([./]#{2,4})?
    (a |in |ad |di |da |entro |fino a |entro fine |fine |inizio |metà |a fine |a metà |a inizio |dal mese di |per |lo scorso |nel mese di |verso |entro la fine di |alla fine di |da inizio |prima di |dopo )*{months}( ####| prossimo| scorso| del ####)?
    (entro |alla |a |verso |per |dalla |entro la |fino alla |fino a |da |entro il |all')?(fine|inizio|metà) (della |del |dell'|di )?(settimana|mese|anno|trimestre|semestre|giornata|estate|mattinata|questa settimana|questo mese|prossima settimana)
    (entro |da |dalla |per |la |il |lo |l'|nella |della |alla |fino alla |dal |del |entro la |entro il |già la |della )*(prossima|prossimo|settimana|scorsa|scorso) (settimana|mese|anno|prossima|prossimo|scorsa|scorso|trimestre|semestre|autunno|estate|inverno|primavera|weekend|fine settimana)
    (mese|anno|estate|inverno|primavera|autunno|weekend|semestre|trimestre) (prossimo|scorso|prossima|scorsa)
    (entro |da |ancora |già |per |di |in )*(questa|questo|quest') ?(settimana|mese|anno|pomeriggio|mattina|sera|notte|estate|inverno|autunno|primavera|weekend)
    l'anno (scorso|prossimo|passato)
    (entro |da |per |già |fino a |di )?(domani|ieri|dopodomani|l'altro ieri|domattina|stasera|stamattina|stamani|stanotte|ieri l'altro)( mattina| pomeriggio| sera| notte)?
    (tra|fra|entro|da|nel giro di) (circa |al massimo )?({number})( o {number}| a {number})? (giorno|giorni|settimana|settimane|mese|mesi|anno|anni|ora|ore|minuti|quindicina)
    ({number}) (giorni|settimane|mesi|anni|ore|minuti|settimana|mese|anno|giorno) fa
    (tra|fra) (mezz'ora|un'ora|un quarto d'ora)
    (nel|dal|del|fino al|entro il|di|in|anno) (19|20)##
    (a|entro|per|prima di|dopo|fino a|sotto) (natale|pasqua|capodanno|ferragosto|pentecoste)
    (prima|dopo|entro|durante) (delle|le|dalle) (vacanze|ferie)( estive| di natale| di pasqua)?
    (alle |alle ore |dalle |verso le |prima delle |dopo le |entro le |fino alle |per le |ore |le |delle |intorno alle |tra le |all')({hour})([.:]##)?( e mezza| e mezzo| e un quarto| e trenta| e quindici| meno un quarto| e {number}| in punto)?( di mattina| di sera| del mattino| del pomeriggio| di notte)?
    #{1,2}:##
    (a|verso|entro|prima di|dopo|per|di|fino a) (mezzogiorno|mezzanotte)( e mezzo)?
    (in|di|la|il|nel|al|per) (mattinata|serata|mattina presto|primo pomeriggio|tardo pomeriggio|pomeriggio|mattino)
    (primo|secondo|terzo|quarto|ultimo) (trimestre|semestre)
    (in|d'|la prossima|questa|l'|prima dell'|dopo l'|entro l'|entro la|dopo la) ?(estate|inverno|autunno|primavera)
    di (notte|sera|mattina|giorno)
    (dopo|prima) (della|la) (riunione|seduta|visita|pausa|lezione)
    (entro |per |da |nel |questo |il )*(fine settimana|weekend)( prossimo| scorso)?
  `,
  notDates: `
    (buon|buona|buone) (pomeriggio|giornata|serata|notte|natale|vacanze)
    (le|delle|alle) (due|tre|quattro|cinque|sei|sette|otto|dieci) (cose|persone|parti|opzioni|offerte|varianti|squadre|famiglie|sedi|classi|ore|settimane|figlie|ragazze|stanze|ditte|soluzioni|proposte|possibilità)
    (all')una (volta|parte|persona|ditta|cosa)
    del (due|tre|quattro|cinque|sei|sette|otto|nove|dieci|venti|trenta|#+) (per cento|percento|%)
    al #+ (per cento|percento|%)
    (il|al|dal|del) ({day}) (per cento|percento|percent|franchi|metri|virgola)
  `,
  dateLinks: 'alle|alle ore|il|al|dal|dalle|entro|fino|di|a|verso|del|e|o|tra|le',
  past: `
    (scorso|scorsa|passato|passata|ieri|fa|dal|ogni)
    tutti i
  `,
  due: `
    entro (la |il |le |l'|fine )?(prossima |prossimo |fine )?(\\p{L}+)
    (prima|dopo) (della|del|delle|dell'|di|la|il) (\\p{L}+)
    (per|alla|nella) la? ?prossima \\p{L}+
    (subito|immediatamente|appena possibile|il prima possibile|oggi|oggi stesso|ancora oggi|quanto prima|al più presto|entro oggi|entro sera|in giornata)
    prima che \\p{L}+
  `,
  decided: `
    d'ora in (poi|avanti)
    (dato|dà|danno|ottenuto) … via libera
    (ci siamo|si sono|vi siete) (accordati|messi d'accordo|intesi)
    ^(allora|quindi|bene|va bene|perfetto|d'accordo|benissimo|ok)( allora| quindi)* (?!(vedremo|potremo|dovremo|avremo|saremo)(?!\\p{L}))\\p{L}{2,}remo
    ^(allora|quindi|bene|va bene|perfetto|d'accordo|benissimo|ottimo|ok)( allora| quindi)* (?!({idle}|{modal})(?!\\p{L}))\\p{L}{2,}iamo
    (abbiamo|si è|è stato|è stata|ho|hanno|avete) (quindi |così |già )?(deciso|concordato|stabilito|approvato|approvata|deliberato|scelto|votato|convenuto)
    (è|sono|viene|vengono|rimane|resta|sarà) (quindi |così |allora |dunque |ufficialmente )*(approvat|accettat|decis|adottat|respint|confermat|elett|rinviat|spostat|annullat|bocciat|stabilit|fissat|accolt|revocat)[aeio]
    ^(allora |quindi |bene |ok |okay |va bene )*(deciso|approvato|approvata|accettato|confermato|respinto|aggiudicato|accordo fatto|adottato)
    deciso
    all'unanimità
    (resta|rimane|lasciamo) (com'è|così|tutto com'è|uguale)
    va fatt[oa]
    si (gira|cambia|comincia|lascia|paga|vende|compra|elimina|aggiunge|usa|va)
    d'accordo$
    (lo|la|li|le|gli|ci|noi lo|noi la|noi) (?!(vediamo|sappiamo|abbiamo|dobbiamo|possiamo|vogliamo|siamo|stiamo|parliamo|diciamo|speriamo|pensiamo|crediamo|passiamo|torniamo|sentiamo|chiediamo|capiamo|guardiamo|ricordiamo|rivediamo|troviamo|avviciniamo|aspettiamo|conosciamo|mettiamo da|chiamo|richiamo|diamo da|amo |incontriamo|dividiamo|domandiamo)(?!\\p{L}))\\p{L}+iamo
    ^(allora |quindi |bene |ok |okay |va bene |d'accordo |perfetto |dunque )+(?!(vediamo|sappiamo|abbiamo|dobbiamo|possiamo|vogliamo|siamo|stiamo|parliamo|diciamo|speriamo|pensiamo|passiamo|torniamo|sentiamo|chiediamo|cominciamo|iniziamo|partiamo|andiamo|guardiamo|mettiamo che|ricordiamo|veniamo)(?!\\p{L}))\\p{L}+iamo
    si (toglie|sposta|tiene|rinvia|chiude|apre|compra|mantiene|procede|sospende|annulla|cancella|riduce|aumenta|elimina|prende|comincia)( |$)
    ^(e |bene |ok |va bene |d'accordo )*(allora|quindi) (il|la|lo|le|i|gli|l') ?\\p{L}+ (slitta|resta|rimane|passa|va|parte|torna|si|viene|comincia|finisce)
    niente \\p{L}+$
    unanimità
    con {number} (voti|astensione|astensioni|contrari|contrario|voto)
    (nessun|nessuno|zero) (contrario|astenuto|contrari)
    (decidiamo|approviamo|stabiliamo|scegliamo|optiamo|rinunciamo|deliberiamo|adottiamo) (di|per|la|il|le|i|gli|l'|quindi|allora|così|a|che|noi)
    ^(allora |quindi |bene |ok |okay |va bene |d'accordo |perfetto |dunque |ecco |sì |dai |e |benissimo |ottimo |ah |bon |vabbè )+(si |lo |la |li |le |ci |gli |vi |noi )*(facciamo|prendiamo|teniamo|manteniamo|spostiamo|rinviamo|apriamo|chiudiamo|cominciamo|partiamo|andiamo|restiamo|lasciamo|ordiniamo|compriamo|mettiamo|togliamo|riduciamo|aumentiamo|sospendiamo|confermiamo|affidiamo|diamo|scegliamo|rimandiamo|accettiamo|rifiutiamo|cambiamo|paghiamo|usiamo|assumiamo|raddoppiamo|tagliamo|proseguiamo|procediamo|firmiamo|iniziamo|eliminiamo|aspettiamo|continuiamo|fissiamo|limitiamo|fa|va|parte|prende|tiene|sposta|procede) 
    (facciamo|prendiamo|teniamo|manteniamo|spostiamo|apriamo|chiudiamo|partiamo con|andiamo con|andiamo avanti con|restiamo con|restiamo a|restiamo su|ordiniamo|compriamo|togliamo|confermiamo|affidiamo|rimandiamo|sospendiamo|riduciamo|aumentiamo|rifiutiamo|assumiamo|fissiamo|acquistiamo|procediamo|introduciamo|eliminiamo|cancelliamo|annulliamo|anticipiamo|posticipiamo) (il|la|lo|i|gli|le|l'|con|per|un|una|quello|quella|due|tre|solo|al|a|allora|quindi|da|dal|tutto|in|su|così|noi|anche|sul|questa|questo|metà)
    (facciamo|si fa|faremo) (quindi |allora )?così
    la decisione è
    (da|a partire da|a partire dal) (lunedì|domani|subito|adesso|settembre|gennaio|ottobre|prossimo|martedì|mercoledì|giovedì|venerdì|ora in poi|oggi in poi)
    (le|gli|vi|ti) (prescrivo|aumento|riduco|sospendo|tolgo|cambio|do)
    (la|lo) metto in (malattia|infortunio)
    le faccio (una ricetta|un certificato|la ricetta|il certificato)
    (si |quindi |allora )(parte|procede|fa) (con|per|così)
    niente \\p{L}+ (per|stasera|fino)
    ci rivediamo … (lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|{months})
    siamo (tutti |quindi |allora )*d'accordo (per|che|su|di)
    (allora|quindi) (è|resta) (no|sì|confermat)*
    (passa|approvata|approvato|respinta|respinto|accolta|accolto) con {number}
    (eletto|eletta|eletti|nominato|nominata) (all'|con|come|presidente|segretari*)?
    {number} (favorevoli|contrari|astenuti|voti)
    non (si )?(se ne fa niente|compriamo|facciamo|rinnoviamo|firmiamo|cambiamo) (più|niente|il|la|nulla)
  `,
  settled: `
    (facciamo|si fa|faremo) così
    (è |siamo |allora |va bene |quindi )?(deciso|approvato|d'accordo così|tutti d'accordo)
    siamo (tutti |quindi )?d'accordo
    (va bene|d'accordo|ok|okay|perfetto) (allora |così |facciamo )
    va bene così
    (nessuno contrario|nessuna obiezione|nessun contrario)
    affare fatto
    aggiudicato
    allora siamo intesi
    d'accordo allora
    per me (sì|va bene)
    e allora sia
  `,
  concludes: `
    ^(bene|ok|okay|va bene|d'accordo|perfetto|benissimo|ottimo|certo|sì|e|ecco)( ok| bene| va bene| d'accordo)* (allora|quindi|dunque)
    ^(allora|quindi) (si|lo|la|li|le|niente|basta|solo)
  `,
  pointsBack: `
    così
    questo
    questa
    quello
    quella
    lo
    la
    ciò
  `,
  proposed: `
    (io )?(propongo|suggerisco|consiglio|proporrei|sposterei|farei|direi|prenderei|terrei|metterei|suggerirei)
    (la mia |la )?proposta
    (si )?potremmo
    potrebbe essere
    e se
    perché non
    dovremmo
    si potrebbe
    vorrei
    conviene
  `,
  undecided: `
    (sempre|di solito|spesso|normalmente|tutti i giorni|ogni giorno|ogni volta|a volte)
    non (abbiamo |ho |è |si |ancora |è ancora |è stato |voglio |possiamo |lo |siamo )*(deciso|stabilito|decidere|decidiamo|votare|approvare|d'accordo)
    (nessuna|senza) decisione
    (decidiamo|decideremo|vediamo|vedremo|ne riparliamo|ne parliamo|ci torniamo|riprendiamo|votiamo) (poi|dopo|la prossima|alla|in|a|nella|quando|più avanti|un'altra volta|con calma|prossimo*|prossima*)
    ci pensiamo
    (potremmo|dovremmo|vorrei|vorremmo|farei|faremmo|bisognerebbe|sarebbe|potrei|dovrei|si potrebbe)
    ^(se|quando|come|perché|prima che|qualora)
    se (viene|è|sono|venisse|fosse|lo|la|il|non)
    (bisogna|dobbiamo|da|devo|devono) (ancora )?(decidere|votare|stabilire)
    per decidere
    (l'anno scorso|una volta (si|era|c'era|lo|la|ero)|all'epoca|l'altra volta|anni fa|la volta scorsa)
    forse
    magari
    (passiamo|andiamo|veniamo) (al|alla|ai|allo|oltre|avanti$|avanti con il prossimo)
    facciamo (una pausa|il punto|un giro|finta|presto|due conti|un esempio|un attimo|un passo)
    (cominciamo|iniziamo|partiamo)( |$)
    (cominciamo|iniziamo|partiamo|incominciamo) (da|dal|dalla|con|subito|puntuali)
    (mettiamo|lasciamo|teniamo) (da parte|in sospeso|che|caso|aperto|aperta|stare)
    prendiamo (un caffè|posto|nota|atto)
    vediamo
    non sono d'accordo
  `,
  ...italianTasks,
  ...italianDecisions,
  asking: `
    ^(e |ma |allora |però |scusi |scusa |ecco )*(chi|cosa|che cosa|quando|dove|come|perché|quanto|quanti|quale|quali|c'è|ci sono|è|ha|avete|possiamo|dobbiamo|a che|da quanto) (è|sono|ha|fa|facciamo|dice|costa|tempo|possiamo|dobbiamo|si|ci|le|la|il|lo|va|ne|mai|altro|non|un|una|deve|paga|succede|pensa|già|qualcuno)
  `,
  rhetorical: `
    (vero|no|giusto|ok|okay|d'accordo|va bene|capisce|capito|sai|eh|davvero|sì|ah sì|scusi|come|esatto|chiaro)$
    mi (sentite|senti|sente|vedete|vedi)
    si sente
    come (va|sta|state|stai)
    (altre|altro|qualche|ci sono|avete|ha) (domande|domanda|osservazioni|altre domande|altro|dubbi)
    (ci siamo|siamo) tutti
    (possiamo|vogliamo) (cominciare|iniziare|partire|andare avanti|passare)
    posso (dire|chiedere|fare|aggiungere)
    cosa (la|vi) porta
    e poi
  `,
  unknown: `
    non (ne )?(ho|abbiamo|ha|hanno) (idea|ancora|trovato|la minima)
    ancora non
    (glielo |lo |la )?(chiederò|verificherò|controllerò|chiediamo|controllo io|mi informo|m'informo)
    non (mi )?(risulta|si capisce|è chiaro|l'ha detto nessuno)
    (bisogna|si deve) aspettare
    può darsi
    vediamo
    vattelapesca
    non (lo |ne |ce |saprei|l'|mi |lo si )*(so|sappiamo|saprei|sa|sono sicur[oa]|abbiamo idea|ho idea|si sa|sono aggiornat[oa]|risulta|ricordo)
    boh
    nessuna idea
    (bella|buona|ottima) domanda
    (devo|bisogna|dovrei|dobbiamo|dovremmo|dovrò|bisognerebbe) (ancora |prima |un attimo )?(\\p{L}*)(verificare|chiedere|vedere|guardare|controllare|informarmi|sentire|chiarire|chiederlo|verificarlo)
    (è|resta|rimane) (ancora )?(apert[oa]|da vedere|da chiarire|da definire|poco chiaro|incerto)
    non (è )?(ancora )?(chiaro|sicuro|definito|deciso)
    nessuno (lo )?(sa|ha)
    difficile (da )?dir(e|lo)
    dipende
    vedremo
    non (glielo |te lo |ve lo )?(posso|saprei) dire
    chiedo
    è possibile
  `,
  stillOpen: `
    (vuole|voleva|vorrebbe) sapere (se|chi|quando|come|dove|quanto|perché|cosa)
    (la |una )?(domanda|questione) (è|resta|rimane) (ancora )?(apert[oa]|se|chi|come|quando)
    (resta|rimane|è) (ancora )?(da (chiarire|capire|vedere|definire)|apert[oa]|in sospeso)
    non (sappiamo|so|si sa) (ancora |neanche )?(se|chi|quando|come|dove|quanto|perché|cosa)
    mi (chiedo|domando) (se|chi|quando|come|dove|quanto|perché|cosa)
  `,
  figures: `
    #[#'.,\\s]* ?(franchi|chf|euro|eur|€|centesimi|milioni|miliardi|mila|cento|per cento|percento|chili|chilogrammi|kg|grammi|milligrammi|mg|millilitri|ml|litri|metri|chilometri|km|centimetri|cm|metri quadri|metri quadrati|ore|minuti|giorni|settimane|mesi|anni|persone|bambini|allievi|posti|letti|gradi|volte|voti|famiglie|pazienti|casi|pezzi)
    #[#'.,]* ?[%€]
    (chf|fr.) ?#[#'.]*
    \\p{L}*(cento|mila|mille|venti|trenta|quaranta|cinquanta|sessanta|settanta|ottanta|novanta|dieci|undici|dodici|tredici|quattordici|quindici|sedici|due|tre|quattro|cinque|sei|sette|otto|nove) (franchi|euro|centesimi|milioni|miliardi|mila|per cento|percento|chili|grammi|milligrammi|millilitri|litri|metri|chilometri|centimetri|ore|minuti|giorni|settimane|mesi|anni|persone|bambini|allievi|posti|letti|gradi|volte|voti|famiglie|pazienti|casi|pezzi|camere)
    \\p{L}*(cento|mila|mille)(venti|trenta|quaranta|cinquanta|sessanta|settanta|ottanta|novanta|dieci|mila)\\p{L}*
    \\p{L}+mila
    #{1,3}['.]###
    #{1,3} (su|a|o) #{1,3}
    #+,#+
    #{2,}([,.]#+)?
    \\p{L}+ virgola \\p{L}+
    \\p{L}+ su (due|tre|quattro|cinque|sei|sette|otto|nove|dieci)
    (la metà|un terzo|due terzi|un quarto|tre quarti|il doppio)
  `,
  housekeeping: `
    (buongiorno|buonasera|ciao|benvenut[oiae]|arrivederci|a presto|buona giornata|buona serata|buon pomeriggio|salve|a domani)
    mi (sentite|senti|sente|vedete)
    (microfono|telecamera|schermo|muto)
    (caffè|cornett[oi]|torta|tempo fuori|neve|pioggia|parcheggio|finestra|traffico|battuta)
    grazie
    (scus[aio]|scusate|mi dispiace|prego)
    (si accomodi|accomodatevi|entri)
    in bocca al lupo
    haha
    che bello
  `,
  important: `
    important*
    (il |un |vero |grosso |grande )?(problema|rischio|pericolo|punto|motivo) (è|sono|principale|resta)
    (in sintesi|riassumendo|in breve|in sostanza|insomma|alla fine|risultato)
    (perché|per questo|quindi)
    urgent*
    (scadenza|ritardo|budget|cost[oai]|contratto|offerta|credito|preventivo|ipoteca|tasso|finanziament*)
    (dolor[ei]|febbre|pressione|diagnosi|infezione|caduta|allergi[ae])
    (prossim[ao] (riunione|seduta|appuntamento|incontro|controllo))
    ci (vediamo|rivediamo|ritroviamo|troviamo)
    (rapporto|sondaggio|risultati|analisi|comune|cantone|banca)
    (non|nessun*|manca|mancano) 
    (propongo|la mia proposta|proposta|secondo me)
    (chiedono|abbiamo|servono|arrivat[oaie])
    valid[oa] (fino|entro)
  `,
  personal: `
    (penso|credo|secondo me|mi sembra|immagino|spero|suppongo|mi pare)
    (mia moglie|mio marito|mia madre|mio padre|mia figlia|mio figlio|i miei figli|mio cognato|mia sorella|il cane|mia suocera)
    sinceramente
    onestamente
    sai
    diciamo
    tipo
  `,
  opens: `
    (passiamo|veniamo|andiamo) (al|alla|allo|ai|agli|alle|ora|adesso|oltre)
    (primo|secondo|terzo|quarto|ultimo|prossimo) (punto|tema|argomento|oggetto)
    (punto|trattanda|tema) (uno|due|tre|quattro|cinque|#|successivo|seguente)
    (allora|bene|poi|ora|adesso) (il|la|le|i|gli|c'è|per)
    (altro|nuovo) (punto|tema|argomento)
    (le |gli )?(eventuali|varie)
    per quanto riguarda
    e (il|la|le|i|gli|per)
    parliamo (di|del|della|dei|adesso)
    cosa la porta
    innanzitutto
  `,
  honorifics:
    'signora|signor|sig|dottoressa|dottor|dottore|dott|dr|professor|professoressa|avvocato|ingegner|architetto|maestra|maestro',
  notNames:
    "il lo la i gli le l un una e ma quindi allora bene ok sì no io tu lei lui noi voi loro questo questa quello quella chi che cosa quando dove come perché se per con in di da a su del della dei delle al alla dal dalla grazie ecco poi dopo prima mio mia tuo tua suo sua nostro vostro signora signor signore dottore dottoressa qualcuno nessuno tutti tutto magari forse d'accordo va c'è è non direi insomma",
};
