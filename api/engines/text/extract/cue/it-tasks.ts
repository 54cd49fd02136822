import type { TaskCue } from './cue.ts';

export const italianTasks: TaskCue = {
  commits: `
    (lo|la|li|le|gli|vi|ti|ci|ne|me|ve|te|mi|glielo|gliela|gliene|questo|quello|questa)( lo| la| li| le| ne)? {present}( io| subito| domani| oggi| entro| appena| per| anche| noi|$)?
    {present} (io|anch'io)
    io (intanto |poi |allora |domani |oggi |invece |subito |adesso |nel frattempo )*(vi |ti |gli |le |lo |la |li |ci |ne |mi |me ne |ve lo |te lo )*{present}
    (ci penso|me ne occupo|mi occupo|ci provo|provvedo|mi informo|mi attivo|mi incarico|mi organizzo|mi prendo|m'informo|mi segno|me la vedo)
    (vi |ti |gli |le |lo |la |li |ci |ne |mi |glielo |gliela |ve lo |te lo )*(manderò|farò|chiamerò|preparerò|scriverò|porterò|chiederò|verificherò|controllerò|invierò|sentirò|contatterò|parlerò|organizzerò|informerò|telefonerò|ordinerò|vedrò|prenderò|metterò|darò|passerò|cercherò|prenoterò|aggiornerò|presenterò|stamperò|comunicherò|avviserò|risponderò|consegnerò|confermerò)
    (posso|devo|vorrei|voglio|dovrei|potrei|vado a|provo a|cerco di|vedo di) (io |anche |ancora |intanto |pure )*(\\p{L}+(rlo|rla|rli|rle|rvi|rti|rgli|rci|rmi|rne)|{infinitive})
    (vi|ti|gli|le) (mando|invio|faccio avere|faccio sapere|preparo|porto|scrivo|giro|inoltro|do|faccio)
    {present} (il|la|lo|i|gli|le|l'|un|una|subito|domani|da lui|da lei|dal|a|al|alla|io|con|due|tre|entro|tutto|in|per|un')
    faccio (fare|venire|avere|sapere|io)
    li faccio
    lascia(te)? fare a me
  `,
  mayCommit: `
    (lo|la|li|le|gli|vi|ti|ne) {first}( io)?
    {first} io
    (?!(sarò|avrò|vedrò|potrò|dovrò|però)(?!\\p{L}))\\p{L}{2,}rò
    {present}
    (posso|devo|voglio|potrei|dovrei) … {infinitive}
  `,
  asks: `
    ^(\\p{L}+ )?non (dimenticare|dimenticarti|dimentichi|dimenticate|scordare|scordarti)
    ^(\\p{L}+ |e |allora )*(puoi|può|potresti|potrebbe|potete|potreste) (per favore |anche |per caso |tu |lei |magari |gentilmente |già )*(?!(dire|spiegare|ripetere|vedere|sentire|immaginare|capire|essere|avere)(?!\\p{L}))\\p{L}{2,}(are|ere|ire|rre)
    (tu|lei) (devi|deve|puoi|può|dovresti|dovrebbe|potresti|potrebbe|dovrai|dovrà) (anche |subito |ancora |già |per favore |solo |però )*(\\p{L}+r(lo|la|li|le|mi|ci|ne|gli|si|ti|e)|{infinitive})
    (puoi|può|potresti|potrebbe|potete|potreste|riesci a|riesce a|mi puoi|mi può|ci puoi|ti dispiace|le dispiace) (per favore |anche |per caso |tu |lei |magari |gentilmente |già )*(\\p{L}+r(lo|la|li|le|mi|ci|ne|gli|si|ti|vi)|{infinitive})
    (devi|deve|dovete|dovresti|dovrebbe|dovreste) (anche |subito |ancora |assolutamente |però )*(\\p{L}+r(lo|la|li|le|mi|ci|ne|gli|si|ti|vi)|{infinitive})
    (preparami|mandami|mandaci|dammi|fammi|fammelo|fatemi|mandatemi|inviami|portami|scrivimi|tienimi|chiamami|chiamalo|chiamala|chiedigli|chiedile|sentilo|sentila|mettilo|mettila|mandalo|mandala|preparalo|fallo|falla|fatelo|portatemi|portalo|ricordati|ricordatevi|assicurati|occupati|occupatevi|informati|verificalo|girami|avvisalo|avvisala|prenotami|procurati|mandateci|mandaglielo|fateci|mi mandi|mi mandate|mi fai|mi fate|mi prepari|mi porti|mi faccia|mi mandi|ci mandi|ci prepari|mi dai|gli mandi|mi dia|mi chiami|mi telefoni)
    ^(allora |quindi |e |poi |bene |ok |\\p{L}+ )?{presents} (il|la|lo|i|gli|le|l'|un|una|un'|due|tre|subito|anche|per favore|entro|con|al|alla|dal|i|questi|queste|questo|questa|tu|lei|molta|tanta|ancora|mezza|ogni|solo|prima|tutto|pure|sotto|nel|fuori|via|piano|pian|in|dei|delle|del|della|molto|almeno|regolarmente|se|{days}|domani)
    (tu|lei) (me lo |ce lo |gli |le |mi |ci |lo |la |li |ti |si |intanto |invece |poi |ne |te ne |se ne |per favore )*({presents}|occupi|occupa)
    te ne occupi
    se ne occupa lei
    (ti chiedo di|le chiedo di|vi chiedo di|ti prego di|la prego di|vi prego di) (\\p{L}+)
    mi (servono|serve|servirebbe|servirebbero|occorre|occorrono) (?!(qualcuno)(?!\\p{L}))\\p{L}+
    \\p{L}+(tele|teli|tegli|temi|teci|telo|tela|tevi) (il|la|lo|i|gli|le|l'|un|una|subito|pure|anche|sapere|avere|entro|per|domani)
    {presents} (lei|tu|voi) 
    (vorrei|voglio|bisogna|bisognerebbe|serve) che (tu|lei|\\p{L}+) \\p{L}+
    (vi|ti|le) consiglio di {infinitive}
    non dimentic(are|hi|ate|arti|atevi) (di)?
    ti occupi
    (si )?ricordi di
    (deve|dovrà|dovreste) … {infinitive}
  `,
  mayAsk: `
    (puoi|può|potresti|potrebbe|potete) … \\p{L}+r(e|lo|la|mi|ci|gli)
    (tu|lei) \\p{L}+
  `,
  assigns: `
    (si occupa|se ne occupa|si occuperà|è responsabile|è incaricat[oa]|ci pensa|si incarica|si informa|deve|dovrà|dovrebbe|può|potrebbe|va a) (di |del |della |dei |delle |anche |poi |ancora )*({infinitive}|\\p{L}+r(lo|la|li|le|mi|ci|ne|gli|si))?
    (manderà|farà|chiamerà|preparerà|scriverà|porterà|chiederà|verificherà|controllerà|invierà|contatterà|organizzerà|passerà|prenderà|verrà|telefonerà|penserà)
  `,
  mayAssign: `
    (fa|manda|prepara|organizza|chiama|contatta|verifica|scrive|ordina|prenota|porta|informa|avvisa|passa|viene|prende|chiede|controlla|segue|consegna|telefona|raccoglie)
  `,
  musts: `
    (bisogna|bisognerebbe|bisognerà|occorre|dobbiamo|dovremmo|si deve|si dovrebbe|tocca|resta da|c'è da|ci sarebbe da|va) (anche |ancora |assolutamente |proprio |poi |quindi |solo |subito |pure )*(\\p{L}+r(lo|la|li|le|ci|ne|gli|si)|{infinitive})
    qualcuno (deve|dovrebbe|potrebbe|dovrà|dovrebbe anche|deve anche) (?!(sapere|avere|essere)(?!\\p{L}))
    (va|vanno|andrebbe|andrebbero|deve essere|devono essere|dovrebbe essere) (anche |ancora |assolutamente |poi |subito )*(fatt|mandat|verificat|riparat|sostituit|ordinat|controllat|preparat|finit|compilat|firmat|cambiat|pulit|avvisat|aggiornat|rifatt|sistemat|corrett|informat|chiamat|rinnovat|inviat)[aeio]
    chi (può|potrebbe|vuole|si occupa|ci pensa)
    (mi |ci )?serve (qualcuno|una persona)( che)?
  `,
  accepts: `
    (sì |va bene |ok |okay |certo |volentieri |d'accordo |benissimo |perfetto )*(ci penso io|me ne occupo( io)?|lo faccio( io)?|faccio io|sarà fatto|segnato|annotato|ci provo|provvedo|lo segno|contate su di me|conta su di me|nessun problema|la faccio io|senz'altro|ci sto|li chiamo|la chiamo|lo chiamo)
  `,
  please: `
    per (favore|piacere|cortesia|gentilezza)
    (ti|la|vi) prego di
  `,
  whoAsks: `
    ^(e |allora |bene |quindi )*chi (lo |la |li |le |si |ci |gli )*(?!(ha|è|era|sa|aveva|dice|pensa|vuole|conosce|sono|vede|crede|viene)(?!\\p{L}))
  `,
  selfAnswers: `
    ^(sì |va bene |allora |ok |beh )*(io|ci penso|lo faccio|la faccio|li faccio|me ne occupo|faccio io|posso io|anch'io)
  `,
  anyone: `
    (qualcuno|uno di voi|una di voi) (può|potrebbe|riesce a|vuole|vorrebbe) (anche |per favore |magari )*(?!(dirmi|dire|spiegarmi|spiegare|ripetere|sentire|vedere)(?!\\p{L}))
    (può|potrebbe|riesce a) qualcuno
  `,
  notTask: `
    (ho|avevo|hai|ha|abbiamo|avete|hanno|è|sono) (già |anche |sempre |mai |appena |solo |tutto )*(\\p{L}+(ato|uto|ito)|fatto|visto|preso|messo|detto|scritto|letto|chiesto|chiuso|chiamato)
    ^(se|quando|siccome) (io|lo|la|mi|ti|non|tu|lei|poi|prendo|metto)
    (di solito|sempre|spesso|normalmente|ogni volta|tutti i giorni|l'anno scorso|a volte|mai|una volta|ogni giorno)
    (penso|credo|trovo|so|spero|suppongo|immagino|capisco|direi|vedo|voglio dire|dico|ammetto|preferisco|ricordo|sento dire)( che| di| io|$)?
    (mi|io) (chiedo|domando|ricordo|sento|dico) (se|come|perché|che|bene|male|meglio|quando)
    (puoi|può|potrebbe|potresti) (ripetere|dirmi|spiegare|spiegarmi|descrivere|mostrarmi|sentire|sentirmi|entrare|accomodarsi|piegare|alzare|tornare a|fare anche|salire|scegliere|andare|essere|dire|indicarmi|partire|arrivare|bastare)
    (si accomodi|accomodatevi|entri|si sieda|si sdrai|respiri|apra|tossisca|scusi|scusate|senta|guardi|immagini|ascolti|sa|dica|mi dica|dimmi|mi racconti|si spogli|vada)
    (prenda|prego) (posto|pure)
    posso (dire|chiedere|fare una domanda|aggiungere|confermare|immaginare|entrare|capire)
    (non|né) (?!dimentic|scord)(lo |la |li |ci |mi |le |vi |ti |posso |riesco |devo |devi |deve |dobbiamo )*(\\p{L}+)
    (vi|ti|le) (ringrazio|saluto|ascolto|auguro|spiego|dico|propongo|confesso|ricordo che)
    (passo|lascio|do) la parola
    (lei|tu) (prende|prendi|fa|fai|ha|hai|è|sei|dice|dici|pensa|pensi|come|quanto|sa|sai)
    non si preoccupi
    se (può|posso|puoi|possiamo)
    (riesci|riesce|puoi|può) (a )?(vedere|sentire|capire|immaginare|sopportare)
    si (può|possono|potrebbe|potrebbero|dovrebbe)
    (io |noi )?(prendo|guadagno|pago|lavoro|faccio) (\\p{L}+mila|#|{number} (mila|franchi|euro|per cento|percento|ore|giorni))
    (faccio|faccia) (fatica|fatico|finta)
    che (faccio|vado|prendo|tengo|metto)
    pago (già|troppo)
  `,
};
