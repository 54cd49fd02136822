import { z } from 'zod';
import { sentDraftSchema } from './draft.ts';
import { secondsSchema } from './transcript.ts';

export const recordingModes = ['record', 'upload', 'dictation'] as const;

const spanSchema = z.tuple([secondsSchema, secondsSchema]);

export const verdictGrades = ['good', 'usable', 'poor'] as const;
export type VerdictGrade = (typeof verdictGrades)[number];

/** What makes speech hard to understand; shown under `quality.<code without prefix>`. */
export const qualityCodes = [
  'quality.no_speech',
  'quality.silent',
  'quality.too_quiet',
  'quality.clipping',
  'quality.noisy',
  'quality.mostly_silence',
  'quality.hum',
  'quality.narrow_band',
  'quality.reverberant',
  'quality.dropouts',
  'quality.dead_channel',
  'quality.inverted_channel',
  'quality.dc_offset',
  'quality.uneven_levels',
] as const;
export type QualityCode = (typeof qualityCodes)[number];

export const verdictSchema = z.object({
  grade: z.enum(verdictGrades),
  reasons: z.array(
    z.object({
      code: z.enum(qualityCodes),
      /** Share of the recording concerned, 0 to 1. */
      share: z.number().min(0).max(1),
      at: z.array(spanSchema).max(100),
    }),
  ),
  /** Integrated loudness, LUFS (ITU-R BS.1770-4); null if nothing passes the gate. */
  loudness_lufs: z.number().nullable(),
  /** True peak, dBTP (ITU-R BS.1770-4 annex 2); null for digital silence. */
  true_peak_dbtp: z.number().nullable(),
  /** Level of the speech above the level of the rest, dB; null if there is only one of the two. */
  snr_db: z.number().nullable(),
  speech_share: z.number().min(0).max(1),
});
export type Verdict = z.infer<typeof verdictSchema>;

/** Codes of markers of the kinds `warning` and `gap`; shown under `recording.mark.<code without prefix>`. */
export const captureCodes = [
  'capture.no_sound',
  'capture.muted',
  'capture.wrong_device',
  'capture.too_quiet',
  'capture.clipping',
  'capture.noisy',
  'capture.hum',
  'capture.echo',
  'capture.long_silence',
  'capture.nobody_speaking',
  /**
   * Codes of gaps: the microphone was disconnected, the browser suspended the audio, the page was closed or crashed,
   * the person paused.
   */
  'capture.track_ended',
  'capture.suspended',
  'capture.crashed',
  'capture.paused',
] as const;
export type CaptureCode = (typeof captureCodes)[number];

export const markerSchema = z.object({
  at: secondsSchema,
  kind: z.enum(['user', 'gap', 'warning']),
  /** One of `captureCodes`; empty for a person's own marker. Unknown codes are accepted. */
  code: z.string().max(100).default(''),
  text: z.string().max(500).default(''),
});

const isAscending = (spans: readonly (readonly [number, number])[]): boolean =>
  spans.every(([from, to], index) => from <= to && from >= (spans[index - 1]?.[1] ?? 0));

/** Field `metadata` of `POST /api/v1/sessions/{id}/recording-complete` (§10.9). */
export const recordingMetadataSchema = z.object({
  duration: z.number().positive(),
  parts: z.number().int().nonnegative().default(0),
  /** Size of the whole stored audio, bytes. Plain API clients may leave it out. */
  bytes: z.number().int().positive().optional(),
  /** SHA-256 of the whole stored audio, in hex. Plain API clients may leave it out. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  mode: z.enum(recordingModes).default('upload'),
  started_at: z.iso.datetime({ offset: true }).optional(),
  /** Speech regions, s, ascending, not overlapping. Absent if the device did not measure them. */
  speech: z
    .array(spanSchema)
    .max(100_000)
    .refine(isAscending, { message: 'Regions must be ascending and not overlap.' })
    .optional(),
  markers: z.array(markerSchema).max(10_000).default([]),
  /** Pairs `[time in stored audio, time in original]`, s. Absent if the recording was not trimmed. */
  timemap: z.array(spanSchema).max(100_000).optional(),
  verdict: verdictSchema.optional(),
  /** Text that the device recognised; shown until the transcript exists. It replaces the draft that was put before. */
  draft: sentDraftSchema.optional(),
  /**
   * Id of an adopted upload (410 `upload.adopted`). The metadata is cut to the length of the adopted audio, and fills only
   * fields that the session does not have; the draft replaces the one that was put before. `bytes` and `sha256` are not compared with the audio then.
   */
  adopted: z.string().optional(),
});
export type RecordingMetadata = z.infer<typeof recordingMetadataSchema>;
export type RecordingMetadataInput = z.input<typeof recordingMetadataSchema>;

export const recordingCompleteResponseSchema = z.object({ status: z.string() });
