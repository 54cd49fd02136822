/** Splits a pasted list at commas, semicolons and line ends, and at blanks between addresses without names. */
export function splitRecipients(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  let isQuoted = false;
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted;
    if (sign === '\n' || (!isQuoted && (sign === ',' || sign === ';'))) {
      parts.push(part);
      part = '';
      isQuoted = false;
    } else part += sign;
  }
  parts.push(part);
  return parts
    .flatMap((each) => (each.includes('<') ? [each] : each.split(/\s+(?=\S+@)/)))
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/** True if two spellings mean one address. Practically no server distinguishes upper and lower case. */
export const isSameRecipient = (left: string, right: string): boolean =>
  left.toLowerCase() === right.toLowerCase();

/** Removes repeated addresses and keeps their order. */
export const withoutDoubles = (addresses: readonly string[]): string[] =>
  addresses.filter(
    (address, index) => addresses.findIndex((other) => isSameRecipient(other, address)) === index,
  );
