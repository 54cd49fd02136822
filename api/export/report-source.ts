import { readableResults, hasTranscript } from '#api/shared/report/report-kinds.ts';
import { isDraftEngine } from '#api/contract/draft-engine.ts';
import type { SessionDetail, SessionLanguage } from '#api/contract/session.ts';

/** A segment without the times of its words. */
export type SpokenSegment = { speaker: string; start: number; end: number; text: string; isMissing: boolean };

/**
 * All data that a document is made from, with the edits of the transcript applied. The data is plain, so it can be sent
 * to a thread.
 */
export type ReportSource = {
  title: string;
  /** Date of the session, ISO 8601. */
  date: string;
  durationS: number;
  language: SessionLanguage;
  participants: number | null;
  caseNumber: string | null;
  transcript: {
    engine: string;
    isPartial: boolean;
    isEdited: boolean;
    /** The draft that is the whole text, or its end; null if no text is of a draft. `by` is its model, '' if unknown. */
    draft: { by: string; isWhole: boolean } | null;
    names: Record<string, string>;
    segments: SpokenSegment[];
  } | null;
  /** Text of the notes, Markdown; null if the report has no notes. */
  notes: string | null;
  results: {
    label: string;
    /** Title of a custom prompt, shown in place of the label. */
    title?: string;
    /** Text of the result, Markdown. */
    text: string;
    sources: { n: number; at: number }[];
    engine: 'extract' | 'llm';
    model: string;
    isStale: boolean;
  }[];
  /** Time of writing, for file names and metadata, ms since the epoch. */
  nowMs: number;
};

/** Selects the part of a session that a report of this type contains. */
export function toReportSource(session: SessionDetail, type: string, nowMs: number): ReportSource {
  const { transcript, notes, data } = session;
  const wants = (kind: string): boolean => type === 'all' || type === kind;
  const labels = readableResults(session).filter(wants);
  return {
    title: session.title,
    date: session.date,
    durationS: session.duration,
    language: session.language,
    participants: session.participants,
    caseNumber: session.fhir_patient_id,
    transcript:
      wants('transcript') && transcript && hasTranscript(session)
        ? {
            engine: transcript.engine,
            isPartial: transcript.partial,
            isEdited: session.edits > 0,
            draft: transcript.draft
              ? { by: transcript.draft.model, isWhole: isDraftEngine(transcript.engine) }
              : null,
            names: Object.fromEntries(
              Object.entries(transcript.speakers).map(([key, { name }]) => [key, name]),
            ),
            segments: transcript.segments.map(({ speaker, start, end, text, doubt }) => ({
              speaker,
              start,
              end,
              text,
              isMissing: doubt === 'missing',
            })),
          }
        : null,
    notes: wants('notes') && notes.text.trim() !== '' ? notes.text : null,
    results: labels.flatMap((label) => {
      const result = data[label];
      if (!result) return [];
      const { title, text, sources, engine, model, stale } = result;
      return [
        {
          label,
          title,
          text,
          engine,
          model,
          isStale: stale,
          sources: sources.map(({ n, at }) => ({ n, at })),
        },
      ];
    }),
    nowMs,
  };
}
