import type { HelpWords } from '#web/i18n/help-words.ts';
import { helpKeys } from './help-keys.ts';
import { helpReading } from './help-reading.ts';

export const helpPages: HelpWords = {
  page: {
    lead: 'Risposte brevi su ogni pagina. Ciò che legge qui non cambia nulla nelle Sue registrazioni.',
    search: 'Cerca nell’aiuto …',
    clear: 'Svuota la ricerca',
    topics: 'Temi dell’aiuto',
    all: 'Tutti i temi',
    found: { one: '{count} risultato', other: '{count} risultati' },
    nothing: 'Su questo qui non c’è nulla',
    nothingText: 'Provi una parola più breve o un’altra, oppure scorra i temi.',
    contents: 'In questa pagina',
    tour: 'Mostra di nuovo la visita guidata',
    tourLater: {
      recording: 'La visita comincia appena la nuova seduta è creata.',
      session: 'La visita comincia appena apre una seduta con trascrizione.',
    },
    unknown: 'Questo tema non esiste. Qui sotto ci sono tutti i temi.',
    periods: 'Su questo server l’audio resta {days} giorni, tutto il resto {months} mesi.',
    largest: 'Su questo server un file può avere al massimo {size}.',
  },
  topics: {
    library: {
      title: 'Biblioteca',
      about: 'Trovare, aprire ed eliminare sedute.',
      sections: [
        {
          title: 'Che cos’è una seduta',
          text: [
            'Una seduta è un colloquio con tutto ciò che ne fa parte: audio, trascrizione, note e risultati. Le più recenti vengono per prime, ordinate per giorno.',
            '«Registra» nella biblioteca comincia subito. Lì può scegliere un file, o trascinarlo in un punto qualsiasi della biblioteca. Cambia nome e lingua quando vuole. Con «Nuova seduta» indica prima tutto.',
          ],
        },
        {
          title: 'Cercare',
          text: [
            'Cerca nei titoli o nelle parole dette. La seconda ricerca trova le sedute in cui tutte le parole sono state dette vicine. Ogni punto porta al suo posto nella trascrizione.',
            'Le parole tra virgolette devono seguirsi esattamente.',
          ],
        },
        {
          title: 'Che cosa significa uno stato',
          text: ['Ogni riga dice a che punto è una seduta.'],
          points: [
            'nuova: non c’è ancora audio.',
            'in attesa: la registrazione è sul server e aspetta il suo turno.',
            'in trascrizione: il testo si sta scrivendo. Può già leggerlo.',
            'in elaborazione: il testo c’è, i risultati si stanno creando.',
            'quasi pronta: dura più del previsto.',
            'pronta: c’è tutto.',
            'errore: non c’è una trascrizione. La seduta dice il motivo e che cosa può fare.',
          ],
        },
        {
          title: 'Eliminare',
          text: [
            'Eliminando si tolgono audio, trascrizione, note e risultati. Restano poi alcuni secondi per annullare.',
            'Per sceglierne più di una usi «Seleziona». Il pulsante con il calendario mostra ciò che sarà eliminato da sé.',
          ],
        },
        {
          title: 'Registrazioni non ancora arrivate',
          text: [
            'Una registrazione che è ancora su questo dispositivo sta in cima. Può continuarla, caricarla o scartarla.',
            'Se un dispositivo è andato perso, può concludere ciò che il server ha già.',
          ],
        },
      ],
    },
    record: {
      title: 'Registrare',
      about: 'Registrare un colloquio senza perdere nulla.',
      sections: [
        {
          title: 'Come cominciare',
          text: [
            'Nella biblioteca prema «Registra». Il browser chiede una volta se la pagina può usare il microfono. Poi la registrazione è in corso.',
            'Per verificare prima il suono, scelga «Verificare prima il suono», o «Registra» in una nuova seduta: allora la pagina ascolta per tre secondi e dice se il suono è buono. Si registra solo quando preme «Avvia la registrazione».',
          ],
        },
        {
          title: 'Le tre luci',
          text: ['Mostrano dove si trova la registrazione. Chiuda la scheda solo quando la terza è accesa.'],
          points: ['registrata', 'su questo dispositivo', 'sul server'],
        },
        {
          title: 'Durante la registrazione',
          text: [
            '«Pausa» sospende senza concludere la seduta. Un segno ricorda un momento che vuole ritrovare. Scriva note accanto; fanno parte della seduta.',
            'Se il suono è cattivo, un avviso lo dice e indica che cosa aiuta. La registrazione intanto continua.',
          ],
        },
        {
          title: 'Colloqui lunghi',
          text: [
            'Una registrazione dura al massimo 2:30 ore. Prima viene avvisato. Poi si continua senza interruzione in una nuova seduta.',
          ],
        },
        {
          title: 'Se succede qualcosa',
          text: [
            'Senza connessione si continua a registrare; si invia appena torna. Se il microfono non c’è più, lo ricolleghi o ne scelga un altro.',
            'Se la scheda è stata chiusa o il browser si è bloccato, la registrazione Le viene proposta alla prossima apertura.',
          ],
        },
        {
          title: 'Videoconferenze',
          text: [
            'Nelle impostazioni del suono può registrare anche il suono di una scheda o del computer. Il browser chiede che cosa condividere; lo scelga con l’audio. Chieda alle persone presenti se sono d’accordo.',
          ],
        },
      ],
    },
    phone: {
      title: 'Il telefono come microfono',
      about: 'Registrare con il telefono sul tavolo e leggere qui.',
      sections: [
        {
          title: 'Come collegarlo',
          text: [
            'In una seduta senza audio scelga «Registra con il telefono», oppure «Collega un telefono» nel menu della persona. Scansioni il codice QR con la fotocamera del telefono, oppure vi inserisca il codice. Acceda sul telefono con lo stesso account. Alcuni server lì non chiedono l’accesso; è indicato accanto al codice.',
            'Poi i due schermi mostrano un numero. Se è lo stesso, lo confermi qui. Senza questo confronto una foto del codice non serve a nessuno.',
          ],
        },
        {
          title: 'Durante la registrazione',
          text: [
            'Accenda il microfono sul telefono. Avvio, pausa, segni e fine funzionano allora su entrambi gli schermi. Qui vede livello, tempo, avvisi e rete del telefono, la batteria se il suo browser la indica, e la bozza se il telefono ne scrive una.',
            'Un comando che il telefono non prende entro 10 secondi non viene più eseguito. Entrambi gli schermi lo dicono.',
          ],
        },
        {
          title: 'Se uno dei due scompare',
          text: [
            'Il telefono continua a registrare, anche se qui la scheda viene chiusa o manca la rete. Ciò che non è ancora sul server si trova sul telefono e viene inviato appena possibile.',
            'Se nessuno ha effettuato l’accesso sul telefono, dopo la fine dell’abbinamento non può più inviare nulla. Ciò che manca resta sul telefono finché Lei non vi accede.',
            'Se il telefono non torna, può completare qui ciò che il server ha della registrazione.',
          ],
        },
      ],
    },
    dictate: {
      title: 'Dettare',
      about: 'Parlare e leggere subito il testo.',
      sections: [
        {
          title: 'Che cosa succede',
          text: [
            'Il suono viene registrato come sempre. Ciò che dice appare subito come bozza. Dopo la registrazione la trascrizione sostituisce la bozza.',
            '«Tieni come note» mette la bozza nelle note della seduta.',
          ],
        },
        {
          title: 'Chi scrive la bozza',
          text: [
            'Di preferenza questo dispositivo: il riconoscimento del browser, o un modello caricato una volta dal server. Per questo il suono non lascia il dispositivo.',
            'Un servizio del produttore del browser si usa solo dove la Sua organizzazione lo permette e Lei ha acconsentito una volta.',
          ],
        },
        {
          title: 'Se non appare alcun testo',
          text: [
            'Parli più vicino al microfono. Il browser dice che cosa gli manca, per esempio un pacchetto della lingua. Si registra in ogni caso.',
            'Se «Detta» non c’è affatto, la funzione è disattivata per la Sua organizzazione.',
          ],
        },
      ],
    },
    upload: {
      title: 'Caricare un file',
      about: 'Controllare, accorciare e inviare un file audio o video.',
      sections: [
        {
          title: 'Scegliere un file',
          text: [
            'Trascini il file nel campo, lo scelga, oppure ne incolli uno copiato. Un file alla volta, al massimo 2:30 ore.',
            'Se è più grande del consentito, questo dispositivo può farne uno più piccolo. Il file stesso resta com’è.',
          ],
        },
        {
          title: 'Prima si controlla',
          text: [
            'Il dispositivo legge il file e dice quanto è comprensibile. Nulla va al server prima che Lei prema «Carica».',
          ],
        },
        {
          title: 'Tagliare',
          text: [
            'I silenzi all’inizio, alla fine e nelle pause lunghe vengono proposti da tralasciare. Può anche selezionare Lei un punto e tralasciarlo. Tutto si può annullare fino al caricamento.',
            '«Uniforma il volume» aiuta con registrazioni deboli. Sotto «Confronta» sente esattamente ciò che viene inviato.',
          ],
        },
        {
          title: 'Inviare',
          text: [
            'La registrazione va al server in parti. Se la connessione si interrompe, si riprende dall’ultima parte. Lasci aperta la scheda finché la terza luce è accesa.',
            'Se ha chiuso la pagina, ritrova il Suo lavoro su questo dispositivo per 24 ore.',
          ],
        },
      ],
    },
    'sound-check': {
      title: 'Prova e qualità del suono',
      about: 'Che cosa rende buona una trascrizione, e che cosa può migliorare.',
      sections: [
        {
          title: 'I tre giudizi',
          text: ['Wortlaut misura il suono e dice il motivo se non è buono.'],
          points: [
            'Ben comprensibile: non c’è nulla da fare.',
            'Utilizzabile, con riserve: si aspetti più errori nei punti indicati.',
            'Difficilmente comprensibile: se può, registri di nuovo.',
          ],
        },
        {
          title: 'Che cosa aiuta di più',
          text: ['Essere vicini al microfono conta più di qualsiasi apparecchio.'],
          points: [
            'Metta il microfono al centro, al massimo a un metro da tutte le persone che parlano.',
            'Non lo metta su un tavolo che viene urtato, né accanto a una ventilazione.',
            'Chiuda finestre e porte.',
            'Lasci parlare una sola persona alla volta.',
            'Usi un cavo invece di un collegamento senza fili, se il suono si interrompe.',
          ],
        },
        {
          title: 'Impostazioni del suono',
          text: [
            'Per conversazioni in una stanza è meglio lasciare tutto spento. «Sopprimi l’eco» è per voci dall’altoparlante, «Riduci il rumore» per ventilazione e traffico, «Regola il livello automaticamente» per voci di forza molto diversa.',
          ],
        },
        {
          title: 'Il microfono non è consentito',
          text: [
            'Faccia clic sul simbolo a sinistra dell’indirizzo e consenta il microfono. Se resta bloccato, forse la Sua organizzazione lo ha vietato; si rivolga alla Sua amministrazione.',
          ],
        },
      ],
    },
    ...helpReading,
  },
  keys: helpKeys,
};
