/** What a request to the support desk says before the person has written anything. It has no content of a session. */
export type RequestWords = { summary: string; description: string };

/**
 * Returns the address of the support desk with the words in the places that the host has named in it (§10.27). Null unless it
 * is an https address.
 */
export function supportDeskAddress(address: string | null | undefined, words: RequestWords): string | null {
  if (!address) return null;
  const filled = address.replaceAll(/\{(summary|description)\}/g, (_, place: keyof RequestWords) =>
    encodeURIComponent(words[place]),
  );
  return URL.canParse(filled) && new URL(filled).protocol === 'https:' ? filled : null;
}
