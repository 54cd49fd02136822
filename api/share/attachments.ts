import type { Readable } from 'node:stream';
import type { ReportQuery } from '#api/contract/export.ts';
import { limits } from '#api/contract/limits.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import type { MailAttachment } from '#api/engines/mail/mail.ts';
import { AppError } from '#api/lib/error.ts';

/** Writes reports, for messages as for downloads. Equal times (`nowMs`) give equal bytes. */
export type ReportWriter = {
  write(
    session: SessionDetail,
    query: ReportQuery,
    options?: { signal?: AbortSignal; nowMs?: number },
  ): Promise<{ name: string; type: string; body: Readable }>;
};

/**
 * Writes the chosen reports into memory.
 * @throws AppError `share.too_large`, or the reason why a report cannot be written
 */
export async function writeAttachments(
  reports: ReportWriter,
  session: SessionDetail,
  chosen: readonly ReportQuery[],
  options: { signal: AbortSignal; nowMs: number },
): Promise<MailAttachment[]> {
  const attachments: MailAttachment[] = [];
  let left: number = limits.maxShareBytes;
  for (const query of chosen) {
    const { name, type, body } = await reports.write(session, query, options);
    const chunks: Buffer[] = [];
    for await (const chunk of body) {
      const bytes = Buffer.from(chunk as Uint8Array | string);
      left -= bytes.length;
      // Leaving the loop ends the writer.
      if (left < 0) throw new AppError('share.too_large');
      chunks.push(bytes);
    }
    attachments.push({ name, type, bytes: Buffer.concat(chunks) });
  }
  return attachments;
}

/** Returns each report once, in the order in which they were chosen. */
export const distinct = (chosen: readonly ReportQuery[]): ReportQuery[] => [
  ...new Map(chosen.map((query) => [`${query.file_type} ${query.report_type}`, query])).values(),
];
