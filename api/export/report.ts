import { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { transcriptOnlyFormats, type ReportFormat, type ReportQuery } from '#api/contract/export.ts';
import { reportName } from '#api/shared/report/report-name.ts';
import { hasTranscript, reportKindsOf, reportTitle } from '#api/shared/report/report-kinds.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { createGate } from '#api/lib/gate.ts';
import { gathered, type Written } from './gathered.ts';
import { toReportSource } from './report-source.ts';
import { writeInThread } from './report-thread.ts';
import type { ThreadFormat } from './report.worker.ts';
import { writeJson, writeSrt, writeVtt } from './write-data.ts';

export type Report = { name: string; type: string; body: Readable };

type ReportsOptions = {
  clock: Clock;
  /** Largest number of threads at once. Further reports wait. */
  slots?: number;
  longestMs?: number;
};
export type Reports = ReturnType<typeof createReports>;

const types: Record<ReportFormat, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  json: 'application/json',
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
};

/** Media types of all report formats, without parameters. */
export const reportMedia = Object.values(types).map((type) => type.split(';')[0]!);

/**
 * Checks that the session has what the query asks for. @throws AppError `export.type_unknown`, `export.nothing_there`
 */
function checkQuery(session: SessionDetail, { report_type: type, file_type: format }: ReportQuery): void {
  const isKnown = ['transcript', 'notes', 'all'].includes(type) || Object.hasOwn(session.data, type);
  const isTranscriptOnly = transcriptOnlyFormats.includes(format);
  if (!isKnown || (isTranscriptOnly && type !== 'transcript')) throw new AppError('export.type_unknown');
  const kinds = reportKindsOf(session).map(({ report_type }) => report_type);
  if (type === 'all' ? kinds.length === 0 : !kinds.includes(type)) throw new AppError('export.nothing_there');
}

/** Yields the parts and lets other work run after each one. */
async function* politely(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    yield part;
    await breathe();
  }
}

/**
 * Creates the writer of reports (§9). A report is in the language of the session and has its edits. Documents for
 * people are written in threads, which `close` ends.
 */
export function createReports({ clock, slots = 2, longestMs = 120_000 }: ReportsOptions) {
  const gate = createGate(slots);
  const closing = new AbortController();
  const running = new Set<Promise<void>>();

  async function inThread(
    session: SessionDetail,
    {
      type,
      format,
      nowMs,
      signal,
    }: { type: string; format: ThreadFormat; nowMs: number; signal: AbortSignal },
  ): Promise<Readable> {
    await gate.enter(signal);
    const ended = Promise.withResolvers<void>();
    running.add(ended.promise);
    const onEnd = () => {
      gate.leave();
      running.delete(ended.promise);
      ended.resolve();
    };
    const source = toReportSource(session, type, nowMs);
    try {
      return await writeInThread({ source, format }, { signal, longestMs, onEnd });
    } catch (error) {
      signal.throwIfAborted();
      throw new AppError('export.failed', { cause: error });
    }
  }

  return {
    kinds: reportKindsOf,

    /**
     * Writes a document, which is streamed while it is written. `nowMs` appears in its name and metadata. A caller that
     * does not read `body` to its end must destroy it.
     * @throws AppError `export.type_unknown`, `export.nothing_there`, `export.failed`; the signal's reason
     */
    async write(
      session: SessionDetail,
      query: ReportQuery,
      { signal, nowMs = clock.now() }: { signal?: AbortSignal; nowMs?: number } = {},
    ): Promise<Report> {
      checkQuery(session, query);
      const { report_type: type, file_type: format } = query;
      const dataOf = (write: (spoken: Parameters<typeof writeJson>[0]) => Written): Readable => {
        const { transcript } = session;
        if (!transcript || !hasTranscript(session)) throw new AppError('export.nothing_there');
        return Readable.from(politely(gathered(write({ ...session, transcript }))), { objectMode: false });
      };
      const bodyOf = async (): Promise<Readable> => {
        switch (format) {
          case 'json':
            return dataOf((spoken) => writeJson(spoken, nowMs));
          case 'srt':
            return dataOf(writeSrt);
          case 'vtt':
            return dataOf(writeVtt);
          default: {
            const any = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
            return inThread(session, { type, format, nowMs, signal: any });
          }
        }
      };
      // SubRip has no comments, so the name of the file says that its text is a draft.
      const named = type === 'transcript' && session.transcript?.draft ? 'transcript-draft' : type;
      return {
        name: reportName(session.title, reportTitle(session, type) || named, format, nowMs),
        type: types[format],
        body: await bodyOf(),
      };
    },

    async close(): Promise<void> {
      closing.abort(new AppError('export.failed'));
      await Promise.all(running);
    },
  };
}
