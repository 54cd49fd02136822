/** Largest length of a `mailto` address, characters. Some systems and mail programs truncate it at 2,000. */
const maxLength = 1_900;

/**
 * Returns the `mailto` address of a message (RFC 6068) with CRLF line ends; null if it would be too long. It cannot have
 * attachments.
 */
export function mailtoOf(message: {
  recipients: readonly string[];
  subject: string;
  text: string;
}): string | null {
  const to = message.recipients
    .map((address) => encodeURIComponent(address).replaceAll('%40', '@'))
    .join(',');
  const body = message.text.replace(/\r?\n/g, '\r\n');
  const link = `mailto:${to}?subject=${encodeURIComponent(message.subject)}&body=${encodeURIComponent(body)}`;
  return link.length <= maxLength ? link : null;
}
