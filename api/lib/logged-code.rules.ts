import { getSystemErrorMap } from 'node:util';
import { errorCatalogue, mediaErrorCodes, reasonCodes, resultErrorCodes } from '#api/contract/errors.ts';

const nounOf = (code: string): string => code.slice(0, code.indexOf('.'));
const declared = [...Object.keys(errorCatalogue), ...mediaErrorCodes, ...reasonCodes, ...resultErrorCodes];
// Codes that only health (`api/contract/health.ts`) and the log use.
const nouns = new Set([...declared.map(nounOf), 'database', 'clock', 'language_model', 'mail', 'proxy']);

const ours = /^[a-z_]{1,40}\.[a-z_]{1,60}$/;
// Codes of nodemailer 10.6.
const mailCodes = (
  'EABORT EAUTH ECONFIG ECONNECTION EDNS EENVELOPE EMAXLIMIT EMAXRECIPIENTS EMESSAGE ENOAUTH EOAUTH2 EOTP EPROTOCOL EPROXY ' +
  'EREQUIRETLS ESOCKET ESTREAM ETIMEDOUT ETLS'
).split(' ');
/** Codes of the operating system (`ENOENT`), of name resolution (`ENOTFOUND`), and of the mail client (`EENVELOPE`). */
const systemCodes = new Set([
  ...[...getSystemErrorMap().values()].map(([name]) => name),
  ...mailCodes,
  'ENOTFOUND',
]);
/** Codes of Node (`ERR_…`, `ABORT_ERR`, `CERT_HAS_EXPIRED`), zlib (`Z_…`), its HTTP clients and parsers, and SQLite. */
const theirs = [
  /^(?:ERR|UND_ERR|HPE|EAI|SQLITE)(?:_[A-Z\d]{1,20}){1,8}$/,
  /^(?:ABORT_ERR|(?:CERT|DEPTH|UNABLE|SELF|CRL|INVALID|PATH|HOSTNAME|KEYUSAGE|OUT|Z)_[A-Z_]{2,60})$/,
];
// Such a number may be a phone number, a year of birth or a patient number.
const longNumber = /\d{4}/;

/**
 * Whether the value has the form of an error code. Long numbers and plain words are refused, because they may be
 * personal data.
 */
export function isCode(code: unknown): code is string | number {
  if (typeof code === 'number') return Number.isInteger(code) && Math.abs(code) < 10_000;
  if (typeof code !== 'string' || longNumber.test(code)) return false;
  if (ours.test(code)) return nouns.has(nounOf(code));
  return systemCodes.has(code) || theirs.some((form) => form.test(code));
}
