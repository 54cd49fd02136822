import { userConfigSchema } from '#api/contract/auth.ts';
import { textLanguages, type TextLanguage } from '#api/contract/option.ts';
import type { Mail, MailSender } from '#api/engines/mail/mail.ts';

/** `reset`: a link for a new password. `was_reset`: a new password was set. `confirm`: a link that confirms the address. */
export type AccountLetterKind = 'reset' | 'was_reset' | 'confirm';

type Letter = { subject: string; text(host: string, url: string): string };

const letters: Record<TextLanguage, Record<AccountLetterKind, Letter>> = {
  de: {
    reset: {
      subject: 'Neues Passwort setzen',
      text: (host, url) =>
        `Guten Tag\n\nFür Ihr Konto bei ${host} wurde ein neues Passwort verlangt. Mit diesem Link setzen Sie es, einmal und innerhalb einer Stunde:\n\n${url}\n\nHaben Sie das nicht verlangt? Dann müssen Sie nichts tun. Ihr Passwort bleibt, wie es ist.\n`,
    },
    was_reset: {
      subject: 'Ihr Passwort wurde neu gesetzt',
      text: (host) =>
        `Guten Tag\n\nDas Passwort Ihres Kontos bei ${host} wurde neu gesetzt. Alle Anmeldungen wurden beendet.\n\nWaren Sie das nicht? Dann wenden Sie sich sofort an die Personen, die ${host} betreiben.\n`,
    },
    confirm: {
      subject: 'Ihre E-Mail-Adresse bestätigen',
      text: (host, url) =>
        `Guten Tag\n\nMit diesem Link bestätigen Sie, dass diese Adresse zu Ihrem Konto bei ${host} gehört. Er gilt 24 Stunden:\n\n${url}\n\nHaben Sie kein Konto bei ${host}? Dann öffnen Sie den Link nicht.\n`,
    },
  },
  en: {
    reset: {
      subject: 'Set a new password',
      text: (host, url) =>
        `Hello\n\nSomebody has asked for a new password for your account at ${host}. With this link you set it, once and within an hour:\n\n${url}\n\nDid you not ask for this? Then you need not do anything. Your password stays as it is.\n`,
    },
    was_reset: {
      subject: 'Your password was set anew',
      text: (host) =>
        `Hello\n\nThe password of your account at ${host} was set anew. All sign-ins were ended.\n\nWas that not you? Then turn to the people who run ${host} at once.\n`,
    },
    confirm: {
      subject: 'Confirm your e-mail address',
      text: (host, url) =>
        `Hello\n\nWith this link you confirm that this address belongs to your account at ${host}. It is valid for 24 hours:\n\n${url}\n\nDo you have no account at ${host}? Then do not open the link.\n`,
    },
  },
  fr: {
    reset: {
      subject: 'Définir un nouveau mot de passe',
      text: (host, url) =>
        `Bonjour\n\nUn nouveau mot de passe a été demandé pour votre compte chez ${host}. Ce lien vous permet de le définir, une seule fois et dans l’heure qui suit:\n\n${url}\n\nVous n’avez rien demandé? Vous n’avez alors rien à faire. Votre mot de passe reste inchangé.\n`,
    },
    was_reset: {
      subject: 'Votre mot de passe a été redéfini',
      text: (host) =>
        `Bonjour\n\nLe mot de passe de votre compte chez ${host} a été redéfini. Toutes les connexions ont été fermées.\n\nCe n’était pas vous? Adressez-vous immédiatement aux personnes qui exploitent ${host}.\n`,
    },
    confirm: {
      subject: 'Confirmer votre adresse e-mail',
      text: (host, url) =>
        `Bonjour\n\nAvec ce lien, vous confirmez que cette adresse appartient à votre compte chez ${host}. Il est valable 24 heures:\n\n${url}\n\nVous n’avez pas de compte chez ${host}? N’ouvrez alors pas le lien.\n`,
    },
  },
  it: {
    reset: {
      subject: 'Impostare una nuova password',
      text: (host, url) =>
        `Buongiorno\n\nÈ stata richiesta una nuova password per il suo account presso ${host}. Con questo link può impostarla, una sola volta ed entro un’ora:\n\n${url}\n\nNon l’ha richiesta? Allora non deve fare nulla. La sua password resta invariata.\n`,
    },
    was_reset: {
      subject: 'La sua password è stata reimpostata',
      text: (host) =>
        `Buongiorno\n\nLa password del suo account presso ${host} è stata reimpostata. Tutti gli accessi sono stati chiusi.\n\nNon è stato lei? Si rivolga subito alle persone che gestiscono ${host}.\n`,
    },
    confirm: {
      subject: 'Confermare il suo indirizzo e-mail',
      text: (host, url) =>
        `Buongiorno\n\nCon questo link conferma che questo indirizzo appartiene al suo account presso ${host}. È valido 24 ore:\n\n${url}\n\nNon ha un account presso ${host}? Allora non apra il link.\n`,
    },
  },
};

/** Returns the language of a letter: the saved one, else the first of the browser's (`Accept-Language`) that is one of the four. */
export function letterLanguage(config: string, accepted: string): TextLanguage {
  const preferred = userConfigSchema.safeParse(JSON.parse(config)).data?.preferred_language;
  const wanted = [preferred, ...accepted.split(',').map((item) => item.trim().slice(0, 2).toLowerCase())];
  const known = wanted.flatMap((each) => textLanguages.find((language) => language === each) ?? []);
  return known[0] ?? 'de';
}

/** Writes a letter about an account. It names the host, but no person. */
export function accountLetter(
  kind: AccountLetterKind,
  to: { email: string; language: TextLanguage },
  { host, url = '' }: { host: string; url?: string },
): Mail {
  const { subject, text } = letters[to.language][kind];
  return {
    recipients: [to.email],
    replyTo: null,
    subject,
    text: text(host, url),
    language: to.language,
    attachments: [],
  };
}

/** Sends a letter to one person. @throws MailError also if the mail server has refused the address alone */
export async function sendLetter(sender: MailSender, letter: Mail): Promise<void> {
  const [failure] = (await sender.send(letter)).failed;
  if (failure) throw failure.error;
}
