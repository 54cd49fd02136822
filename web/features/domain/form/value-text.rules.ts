import { formatBytes } from '#web/lib/format.ts';
import { isRecord } from '#web/lib/is-record.ts';
import { isSame } from './domain-values.rules.ts';

/**
 * Returns a value of a host as a text to compare; an empty text for no value. Of an object it shows only the entries in which
 * the compared values differ.
 */
export function valueText(
  unit: string,
  value: unknown,
  compared: readonly unknown[],
  language: string,
): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (unit.startsWith('limits.') && typeof value === 'number') return formatBytes(value, language);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join('\n');
  if (!isRecord(value)) return JSON.stringify(value);
  const others = compared.filter(isRecord);
  return linesOf(value, others.length < 2 ? null : others, '').join('\n');
}

/** Returns a line for each entry that differs from one of the others; all entries if there are no others. */
function linesOf(value: Record<string, unknown>, others: readonly unknown[] | null, path: string): string[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const beside = others && others.map((other) => (isRecord(other) ? other[key] : undefined));
    if (beside && beside.every((other) => isSame(other, inner))) return [];
    if (isRecord(inner)) return linesOf(inner, beside, `${path}${key}.`);
    return [`${path}${key}: ${typeof inner === 'string' ? inner : JSON.stringify(inner)}`];
  });
}
