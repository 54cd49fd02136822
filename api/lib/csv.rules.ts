/** Characters with which a spreadsheet begins a formula, and those that it skips before one. */
const formula = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;

/**
 * Returns a cell of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it, which spreadsheets
 * take for the sign of a text.
 */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a table as CSV (RFC 4180). The first row names the columns. */
export const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
