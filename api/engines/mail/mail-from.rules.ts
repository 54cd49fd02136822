import { readRecipient } from '#api/contract/recipient.ts';

/**
 * Converts `petra@example.org` or `Wortlaut <noreply@example.org>` to the value of a From header. Returns null if the
 * text is invalid.
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
