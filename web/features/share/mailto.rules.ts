/** What systems and mail programs take as one address; some cut off at 2,000. */
const maxLength = 1_900;

/**
 * RFC 6068: a message for the person's own program, line ends as it wants them. Null where it is too long for that. An
 * attachment cannot be part of it.
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
