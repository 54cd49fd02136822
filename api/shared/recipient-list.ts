/** The parts of a pasted list: by comma, semicolon and line; by blanks where no name stands before an address. */
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

/** Two ways of writing one address. Servers that tell upper case from lower are as good as none. */
export const isSameRecipient = (left: string, right: string): boolean =>
  left.toLowerCase() === right.toLowerCase();

/** Each address once, in the order they came. */
export const withoutDoubles = (addresses: readonly string[]): string[] =>
  addresses.filter(
    (address, index) => addresses.findIndex((other) => isSameRecipient(other, address)) === index,
  );
