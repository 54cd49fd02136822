import type { ReportQuery } from '#api/contract/export.ts';
import { toOneLine } from '#api/contract/one-line.ts';
import { readRecipient } from '#api/contract/recipient.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import { reportTitle } from '#api/shared/report/report-kinds.ts';
import { resultTitle } from '#api/export/document.ts';
import { documentLanguageOf, wordsOf } from '#api/export/words.ts';
import { isVerified } from '#api/user/user.rules.ts';
import { letterWordsOf } from './words.ts';

export type Letter = { subject: string; text: string };

/**
 * The sender of a letter. `isProved`: the address is confirmed. If it is not, the name is only what
 * somebody typed. `address` is null if it is not verified, or not a valid recipient.
 */
export type Writer = { name: string; address: string | null; isProved: boolean };

type LetterParts = {
  session: Pick<SessionDetail, 'title' | 'date' | 'language' | 'data'>;
  reports: readonly ReportQuery[];
  writer: Writer;
  message: string;
  /** Whether this server sends the letter. If not, the person sends it with their own program. */
  isSentHere: boolean;
};

/** Makes a text one line, so that it cannot begin another header of the message. */
const oneLine = (text: string): string => toOneLine(text).replace(/\s+/g, ' ');

/** Normalises line ends, and removes control characters and those that change the direction of writing. */
const plain = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();

export function toWriter(user: {
  first_name: string;
  last_name: string;
  username: string;
  email: string;
  email_verified: 0 | 1;
  is_verified: 0 | 1;
}): Writer {
  const name = oneLine(`${user.first_name} ${user.last_name}`);
  if (isVerified(user))
    return {
      name: name || oneLine(user.username),
      address: readRecipient(user.email).address,
      isProved: true,
    };
  // A name that was only typed is left out if it looks like an address or a link.
  return { name: /[@:/]|www\./i.test(name) ? '' : name, address: null, isProved: false };
}

const formatNames: Record<ReportQuery['file_type'], string> = {
  pdf: 'PDF',
  docx: 'Word',
  txt: 'Text',
  md: 'Markdown',
  json: 'JSON',
  srt: 'SubRip',
  vtt: 'WebVTT',
};

/** Writes subject and text of a message with reports, in the language of the session. */
export function writeLetter({ session, reports, writer, message, isSentHere }: LetterParts): Letter {
  const { language } = session;
  const [words, letter] = [wordsOf(language), letterWordsOf(language)];
  const title = oneLine(session.title);
  const date = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : documentLanguageOf(language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(session.date));
  const nameOf = (type: string): string => {
    if (type === 'transcript') return words.transcript;
    if (type === 'notes') return words.notes;
    return type === 'all' ? letter.documents : resultTitle(type, words, reportTitle(session, type));
  };
  const [only, ...others] = reports;
  const what = only && others.length === 0 ? nameOf(only.report_type) : letter.documents;
  const list = reports
    .map(({ report_type, file_type }) => `- ${oneLine(nameOf(report_type))} (${formatNames[file_type]})`)
    .join('\n');
  const added = plain(message);
  const name = writer.name || letter.somebody;
  const who = writer.address ? `${name} (${writer.address})` : name;
  const parts = isSentHere
    ? [
        letter.greeting,
        letter.sends(who, title, date),
        list,
        added && `${letter.writes(name)}\n\n${added}`,
        letter.caution,
        !writer.isProved && letter.unproved,
        writer.address ? letter.answers(name) : letter.noAnswers,
      ]
    : [
        letter.greeting,
        letter.enclosed(title, date),
        list,
        added,
        `${letter.closing}\n${writer.name}`.trim(),
      ];
  return { subject: `${oneLine(what)}: ${title}`, text: parts.filter(Boolean).join('\n\n') };
}
