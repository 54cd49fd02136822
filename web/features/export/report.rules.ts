import type { TFunction } from 'i18next';
import { reportFormats, type ReportFormat } from '#api/contract/export.ts';
import type { ReportKind } from '#api/shared/report/report-kinds.ts';

/** The common formats, in the order in which they are shown. The others are under “more formats”. */
export const firstFormats = ['pdf', 'docx', 'txt'] as const satisfies readonly ReportFormat[];
export type FirstFormat = (typeof firstFormats)[number];

export type ReportChoice = { type: string; format: ReportFormat };

export const reportName = (t: TFunction, type: string, resultNameOf: (label: string) => string): string =>
  type === 'transcript' || type === 'notes' || type === 'all' ? t(`export.type.${type}`) : resultNameOf(type);

/**
 * Returns the wanted choice if the server offers it; otherwise the same content in its first format, or the first content. Null
 * if the server offers nothing.
 */
export function fittingChoice(kinds: readonly ReportKind[], wanted: ReportChoice): ReportChoice | null {
  const kind = kinds.find(({ report_type }) => report_type === wanted.type) ?? kinds[0];
  if (!kind) return null;
  const format = kind.formats.includes(wanted.format) ? wanted.format : (kind.formats[0] ?? 'pdf');
  return { type: kind.report_type, format };
}

export const isFirstFormat = (format: ReportFormat): format is FirstFormat =>
  (firstFormats as readonly ReportFormat[]).includes(format);

const storageKey = 'exportChoice';
const firstChoice: ReportChoice = { type: 'transcript', format: 'pdf' };

export function readLastChoice(storage: Pick<Storage, 'getItem'>): ReportChoice {
  try {
    const read: unknown = JSON.parse(storage.getItem(storageKey) ?? 'null');
    if (typeof read !== 'object' || read === null || !('type' in read) || !('format' in read))
      return firstChoice;
    const format = reportFormats.find((known) => known === read.format);
    return typeof read.type === 'string' && format ? { type: read.type, format } : firstChoice;
  } catch {
    return firstChoice;
  }
}

export function keepChoice(storage: Pick<Storage, 'setItem'>, choice: ReportChoice): void {
  try {
    storage.setItem(storageKey, JSON.stringify(choice));
  } catch {
    // Storage is full or denied, so the choice is not remembered.
  }
}
