import { readRecipient } from '#api/contract/recipient.ts';

/**
 * Parses `petra@example.org` or `Wortlaut <noreply@example.org>` to a header value. Returns null if the text is not
 * valid.
 */
export function parseMailFrom(text: string): string | null {
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(text)) return null;
  const [, name = '', bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  const { address } = readRecipient(bracketed ?? text);
  if (address === null) return null;
  const plain = name.trim().replace(/^"(.*)"$/, '$1');
  return plain === '' ? address : `"${plain.replace(/["\\]/g, '')}" <${address}>`;
}
