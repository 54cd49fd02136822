/** The names of a row: `host` and `names`. A name such as `*.example.ch` stands for all names below `example.ch`. */
export type NamedRow = { key: string; host: string; names: readonly string[] };

const isWildcard = (name: string): boolean => name.startsWith('*.');

/** True if a name of a row stands for this host. The star stands for one label or several, never for none. */
export const fits = (name: string, host: string): boolean =>
  isWildcard(name)
    ? host.endsWith(name.slice(1)) && host.length > name.length - 1 && !host.startsWith('.')
    : name === host;

/** Returns the row of a host: that with this very name, else that with the longest suffix; null if none fits. */
export function rowOfHost<R extends NamedRow>(rows: readonly R[], host: string): R | null {
  let best: { row: R; length: number } | null = null;
  for (const row of rows) {
    for (const name of [row.host, ...row.names]) {
      if (!fits(name, host)) continue;
      if (!isWildcard(name)) return row;
      if (!best || name.length > best.length) best = { row, length: name.length };
    }
  }
  return best?.row ?? null;
}

/**
 * Returns the key of a host without a row. It is the host itself, unless a row that was renamed since still has that key.
 * A slash is no part of a host name, so the other key belongs to nobody else.
 */
export function keyWithoutRow(rows: readonly Pick<NamedRow, 'key'>[], host: string): string {
  let free = host;
  while (rows.some(({ key }) => key === free)) free += '/';
  return free;
}

/** Returns the host of a key without a row; the inverse of `keyWithoutRow`. */
export const hostOfKey = (key: string): string => key.replace(/\/+$/, '');

/** Returns the key of a host, whether it has a row or not. */
export const keyOfHost = (rows: readonly NamedRow[], host: string): string =>
  rowOfHost(rows, host)?.key ?? keyWithoutRow(rows, host);
