import type { TextLanguage } from '#api/contract/option.ts';
import type { Mail } from '#api/engines/mail/mail.ts';
import type { FactorChange } from '#api/outbox/outbox.store.ts';

type Words = {
  subject: string;
  text(host: string, what: string): string;
  what: Record<FactorChange, string>;
};

const words: Record<TextLanguage, Words> = {
  de: {
    subject: 'Zweiter Faktor Ihres Kontos',
    text: (host, what) =>
      `Guten Tag\n\nBei Ihrem Konto bei ${host} hat sich etwas geändert: ${what}\n\nWaren Sie das nicht? Dann ändern Sie sofort Ihr Passwort, und wenden Sie sich an die Personen, die ${host} betreiben.\n`,
    what: {
      totp_added: 'Beim Anmelden gilt jetzt eine App für Einmalcodes als zweiter Faktor.',
      totp_removed: 'Die App für Einmalcodes wurde entfernt.',
      passkey_added: 'Ein Passkey ist als zweiter Faktor dazugekommen.',
      passkey_removed: 'Ein Passkey wurde entfernt.',
      codes_renewed: 'Es gibt neue Wiederherstellungscodes. Die früheren gelten nicht mehr.',
      off: 'Der zweite Faktor ist ausgeschaltet. Zum Anmelden genügt wieder das Passwort.',
      reset:
        'Eine Person mit Verwaltungsrechten hat den zweiten Faktor entfernt. Alle Anmeldungen wurden beendet, und zum Anmelden genügt wieder das Passwort.',
      recovery_used: 'Jemand hat sich mit einem Wiederherstellungscode angemeldet. Der Code gilt nicht mehr.',
    },
  },
  en: {
    subject: 'Second factor of your account',
    text: (host, what) =>
      `Hello\n\nSomething has changed about your account at ${host}: ${what}\n\nWas that not you? Then change your password at once, and turn to the people who run ${host}.\n`,
    what: {
      totp_added: 'An app for one-time codes is now a second factor when you sign in.',
      totp_removed: 'The app for one-time codes was removed.',
      passkey_added: 'A passkey was added as a second factor.',
      passkey_removed: 'A passkey was removed.',
      codes_renewed: 'There are new recovery codes. The former ones are no longer valid.',
      off: 'The second factor is off. The password alone is enough to sign in again.',
      reset:
        'Somebody of the administration has removed the second factor. All sign-ins were ended, and the password alone is enough to sign in again.',
      recovery_used: 'Somebody has signed in with a recovery code. That code is no longer valid.',
    },
  },
  fr: {
    subject: 'Second facteur de votre compte',
    text: (host, what) =>
      `Bonjour\n\nVotre compte chez ${host} a été modifié: ${what}\n\nCe n’était pas vous? Changez immédiatement votre mot de passe et adressez-vous aux personnes qui exploitent ${host}.\n`,
    what: {
      totp_added:
        'Une application de codes à usage unique sert désormais de second facteur lors de la connexion.',
      totp_removed: 'L’application de codes à usage unique a été retirée.',
      passkey_added: 'Une clé d’accès a été ajoutée comme second facteur.',
      passkey_removed: 'Une clé d’accès a été retirée.',
      codes_renewed: 'Il y a de nouveaux codes de secours. Les anciens ne sont plus valables.',
      off: 'Le second facteur est désactivé. Le mot de passe suffit de nouveau pour se connecter.',
      reset:
        'Une personne de l’administration a retiré le second facteur. Toutes les connexions ont été fermées, et le mot de passe suffit de nouveau pour se connecter.',
      recovery_used: 'Quelqu’un s’est connecté avec un code de secours. Ce code n’est plus valable.',
    },
  },
  it: {
    subject: 'Secondo fattore del suo account',
    text: (host, what) =>
      `Buongiorno\n\nÈ cambiato qualcosa nel suo account presso ${host}: ${what}\n\nNon è stato lei? Cambi subito la password e si rivolga alle persone che gestiscono ${host}.\n`,
    what: {
      totp_added: 'Per accedere, un’app per codici monouso è ora il secondo fattore.',
      totp_removed: 'L’app per codici monouso è stata rimossa.',
      passkey_added: 'Una passkey è stata aggiunta come secondo fattore.',
      passkey_removed: 'Una passkey è stata rimossa.',
      codes_renewed: 'Ci sono nuovi codici di recupero. Quelli precedenti non valgono più.',
      off: 'Il secondo fattore è disattivato. Per accedere basta di nuovo la password.',
      reset:
        'Una persona dell’amministrazione ha rimosso il secondo fattore. Tutti gli accessi sono stati chiusi, e per accedere basta di nuovo la password.',
      recovery_used: 'Qualcuno ha effettuato l’accesso con un codice di recupero. Quel codice non vale più.',
    },
  },
};

/** Writes the letter about a change of the second factor. It names the host, but no person and no device. */
export function factorLetter(
  change: FactorChange,
  to: { email: string; language: TextLanguage },
  host: string,
): Mail {
  const { subject, text, what } = words[to.language];
  return {
    recipients: [to.email],
    replyTo: null,
    subject,
    text: text(host, what[change]),
    language: to.language,
    attachments: [],
  };
}
