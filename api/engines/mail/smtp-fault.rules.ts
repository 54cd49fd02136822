import { MailError } from './mail.ts';

/**
 * The fields of the library's error from which the fault is found. Its messages may contain addresses and are not
 * passed on.
 */
export type SmtpFailure = {
  code?: string | undefined;
  originalCode?: string | undefined;
  command?: string | undefined;
  responseCode?: number | undefined;
  response?: string | undefined;
};

/** Codes of a message that is too large: RFC 5321, 4.2.3; RFC 1870; RFC 3463 (5.3.4 and 5.2.3). */
const saysTooLarge = ({ responseCode, response }: SmtpFailure): boolean =>
  responseCode === 552 || responseCode === 523 || /^\d{3}[ -]5\.(3\.4|2\.3)\b/.test(response ?? '');

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO|^ERR_(TLS|SSL)|EPROTO|HOSTNAME_MISMATCH/;

/** Returns the error with its fault. @param hasBegun the connection was open and this message was being sent */
export function toMailError(failure: SmtpFailure, hasBegun: boolean): MailError {
  const { code, originalCode = '', command, responseCode = 0 } = failure;
  const as = (fault: MailError['fault']) => new MailError(fault, responseCode);
  if (code === 'ETLS' || certificateCodes.test(originalCode)) return as('tls');
  if (code === 'EAUTH' || [530, 534, 535, 538].includes(responseCode)) return as('auth');
  // 421 means that the server closes the connection.
  if (responseCode === 421) return as(hasBegun ? 'broken' : 'unreachable');
  if (command === 'RCPT TO') return as('recipient');
  if (command === 'MAIL FROM' && code === 'EMESSAGE') return as('too_large');
  if (saysTooLarge(failure)) return as('too_large');
  if (command === 'MAIL FROM') return as('sender');
  if (responseCode >= 400 && hasBegun) return as('content');
  return as(hasBegun ? 'broken' : 'unreachable');
}
