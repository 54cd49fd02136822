/** Stop words, including spoken fillers. Elided articles are removed from a word before it is looked up. */
export const stopWords = `
a abbia abbiamo abbiano abbiate ad adesso affatto agli ah ai al alcune alcuni alcuno all alla alle allo allora almeno altra altre altri altro anche ancora anzi appena appunto aspetta assolutamente
attimo avanti avere avesse avete aveva avevano avevi avevo avrà avrebbe avrei avremo avrò basta bel bella bello bene beh benissimo bisogna buona buone buongiorno buonasera buoni buono c
caso cavolo ce certo che chi chiaramente ci ciao ciascuno ciò cioè circa cosa cose così coi col come comunque con contro cosiddetto credo cui d da dà dagli dai dal dall dalla dalle dallo
davanti davvero degli dei del dell della delle dello dentro deve devi devo devono dobbiamo dovrebbe dovrebbero dovremmo di dice diciamo dico dire detto dieci dietro domani dopo dottore dottoressa dove dovere due dunque durante e è ebbene ecco ed effettivamente
eh entrambi era erano eravamo esattamente essa esse essendo essere essi esso faccia faccio facciamo facendo fai fanno fare fate fatto fin finché fino fra fu fuori già gente giorni giorno giusto gli
grande grandi grazie guarda ha hai hanno ho i ieri il in infatti infine insomma intanto inoltre io l la là lei le li lo loro lui lungo ma magari mai male me meglio meno mentre mesi mese mi mia mie miei
mio modo moltissimo molta molte molti molto momento n ne neanche nei nel nell nella nelle nello nemmeno nessun nessuna nessuno niente no noi nome non nostra nostre nostri nostro nove nuova nuovo nulla o od oggi ogni
ognuno okay ok oltre ora ore ormai otto parlare parte pare per perché perciò però perfetto persino piano piccolo più piuttosto po' po poca poche pochi poco poi possa possiamo possono potete potrebbe potremmo potrei praticamente prego prima
primo problema proprio proprio può puoi pure qua qual qualche qualcosa qualcuno quale quali qualsiasi qualunque quando quanta quante quanti quanto quasi quattro quel quell quella quelle quelli quello questa
queste questi questo qui quindi quinto s sa sai sapere sapete sappiamo sarà saranno sarebbe sarei sarò sarebbero scusa scusi scusate se secondo sei sembra sempre senta sente senti senza sera sette si sì sia siamo siano siate siccome
siete signor signora signore signori so sola solo soltanto sono sopra soprattutto sotto spesso sta stai stanno stata state stati stato stava stavano stavo stesse stessa stesso sto sua sue sugli sui sul sull
sulla sulle sullo suo suoi t tale tanta tante tanti tanto te tempo ti tra tranne tre troppo tu tua tue tuo tuoi tutta tutte tutti tutto uhm ultima ultimo un un' una uno v va vabbè vada vai vanno vari
vede vedere vediamo verso veramente vero via vicino vi voglio vogliamo vuole vuoi vorrei voi volta volte vostra vostre vostri vostro anno anni cinque sei punto punti domanda domande prossima prossimo mattina pomeriggio settimana tipo ottimo bravo bravi d'accordo accordo
ehm mah mh mhm penso pensare dunque
franchi euro percento cento mila mille milione milioni minuto minuti settimane gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre lunedì martedì mercoledì giovedì venerdì sabato domenica
`;

/** Hesitations, which are removed from quotations. */
export const fillers = `
ehm
eh
uhm
mh
mhm
mah
beh
`;
