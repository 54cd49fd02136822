import { reportFormats, transcriptOnlyFormats, type ReportFormat } from '#api/contract/export.ts';
import type { SessionDetail } from '#api/contract/session.ts';

/** A report that a session offers now, and its formats. */
export type ReportKind = { report_type: string; formats: ReportFormat[] };

const forPeople = reportFormats.filter((format) => !transcriptOnlyFormats.includes(format));

/** True if the transcript has any text. */
export const hasTranscript = ({ transcript }: Pick<SessionDetail, 'transcript'>): boolean =>
  transcript?.segments.some(({ text }) => text.trim() !== '') ?? false;

/** Returns the labels of readable results, in the order in which they were made. */
export const readableResults = ({ data }: Pick<SessionDetail, 'data'>): string[] =>
  Object.entries(data).flatMap(([label, result]) =>
    result !== false && result.state === 'done' && result.text.trim() !== '' ? [label] : [],
  );

/** Returns the title of a custom prompt; '' for a result that its label names. */
export function reportTitle({ data }: Pick<SessionDetail, 'data'>, type: string): string {
  const result = Object.hasOwn(data, type) ? data[type] : undefined;
  return result ? result.title : '';
}

/** Returns the reports of a session: transcript, notes, each result, and all of them if there are several. */
export function reportKindsOf(session: SessionDetail): ReportKind[] {
  const kinds: ReportKind[] = [];
  if (hasTranscript(session)) kinds.push({ report_type: 'transcript', formats: [...reportFormats] });
  if (session.notes.text.trim() !== '') kinds.push({ report_type: 'notes', formats: forPeople });
  for (const label of readableResults(session)) kinds.push({ report_type: label, formats: forPeople });
  if (kinds.length > 1) kinds.push({ report_type: 'all', formats: forPeople });
  return kinds;
}
