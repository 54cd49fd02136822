import { userConfigSchema } from '#api/contract/auth.ts';
import { textLanguages, type TextLanguage } from '#api/contract/option.ts';
import type { Mail } from '#api/engines/mail/mail.ts';

type Letter = { subject: string; text(host: string): string };

/** What both addresses are told. The letter has no name and no address, because one of them may belong to somebody else. */
const letters: Record<TextLanguage, Letter> = {
  de: {
    subject: 'Zwei Anmeldungen wurden zusammengeführt',
    text: (host) =>
      `Guten Tag\n\nEine verantwortliche Person von ${host} hat zwei Anmeldungen zusammengeführt. Beide führen ab jetzt zu denselben Sitzungen. Diese Nachricht geht an die Adressen beider Anmeldungen.\n\nHaben Sie das nicht erwartet? Dann wenden Sie sich an die Personen, die ${host} betreiben.\n`,
  },
  en: {
    subject: 'Two sign-ins were joined',
    text: (host) =>
      `Hello\n\nA person responsible for ${host} has joined two sign-ins. From now on both lead to the same sessions. This message goes to the addresses of both sign-ins.\n\nDid you not expect this? Then ask the people who run ${host}.\n`,
  },
  fr: {
    subject: 'Deux connexions ont été réunies',
    text: (host) =>
      `Bonjour\n\nUne personne responsable de ${host} a réuni deux connexions. Désormais, les deux mènent aux mêmes séances. Ce message est envoyé aux adresses des deux connexions.\n\nVous ne vous y attendiez pas? Adressez-vous aux personnes qui exploitent ${host}.\n`,
  },
  it: {
    subject: 'Due accessi sono stati uniti',
    text: (host) =>
      `Buongiorno\n\nUna persona responsabile di ${host} ha unito due accessi. D’ora in poi entrambi portano alle stesse sedute. Questo messaggio va agli indirizzi di entrambi gli accessi.\n\nNon se lo aspettava? Si rivolga alle persone che gestiscono ${host}.\n`,
  },
};

/** Returns the letter to one of two people who were joined, in the language that they have saved. */
export function joinLetter(host: string, to: { email: string; config: string }): Mail {
  const preferred = userConfigSchema.safeParse(JSON.parse(to.config)).data?.preferred_language;
  const language = textLanguages.find((each) => each === preferred) ?? 'de';
  const { subject, text } = letters[language];
  return { recipients: [to.email], replyTo: null, subject, text: text(host), language, attachments: [] };
}
