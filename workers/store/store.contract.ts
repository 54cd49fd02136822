/** Recordings on this device. Sizes are in bytes, times in s of the stored sound, unless stated otherwise. */
import type { RecordingMetadataInput } from '#api/contract/recording.ts';
import type { SessionDraft } from '#api/contract/session.ts';
import type { Mp3Settings } from '#wasm/mp3/format.ts';

export type Marker = NonNullable<RecordingMetadataInput['markers']>[number];

/** Kinds of storage in the order of preference; `opfs` is the origin-private file system. */
export const storeKinds = ['opfs', 'indexeddb', 'memory'] as const;
export type StoreKind = (typeof storeKinds)[number];

export type DictatedText = { start: number; end: number; text: string };

/** The draft that a model on this device has written, without the times of its words. */
export type RecordingDraft = {
  engine: 'preview';
  model: string;
  /** Language as a tag (BCP 47). */
  language: string;
  segments: { start: number; end: number; text: string }[];
};

/** Metadata of a recording, stored beside its sound and replaced atomically. */
export type RecordingRecord = {
  version: 1;
  id: string;
  userId: string;
  /** Id of the pairing in which a phone without a sign-in has recorded it. Absent for all other recordings. */
  pairingId?: string | undefined;
  /** Null until the session is created: a recording can begin offline. */
  sessionId: string | null;
  session: SessionDraft;
  /** Part number from 1; the next part follows after the longest length. */
  part: number;
  mode: 'record' | 'dictation';
  /** Start of the recording by the device clock, ms since the epoch; for display only. */
  startedAtMs: number;
  settings: Mp3Settings;
  /**
   * Runs of the encoder, with the byte and the time at which each begins: the first at 0, others after a crash.
   * `lostMs` is the time since the last piece before the run by the device clock, ms; null if unknown.
   */
  takes: { bytes: number; at: number; lostMs: number | null }[];
  markers: Marker[];
  notes: string;
  dictated: DictatedText[];
  /** Absent without a draft, and in records of older versions. */
  draft?: RecordingDraft;
  /** Set when the last frame is written and nothing is appended any more; until then null. `duration` is in s. */
  finished: { bytes: number; duration: number; sha256: string } | null;
  /** URL of its tus upload; null until that is created. */
  uploadUrl: string | null;
  /** URLs of its earlier uploads. */
  formerUrls?: string[];
  /** Idempotency key of the session that is being created. If null or absent, its `id` is the key. */
  sessionKey?: string | null;
  /** Id of the recording whose end this one holds: the sound beyond the adopted upload. */
  restOf?: string;
  /** Id of the recording that holds the end of this one. */
  restId?: string;
};

/** A recording kept after a crash, a closed tab or a broken connection. */
export type KeptRecording = {
  record: RecordingRecord;
  bytes: number;
  durationS: number;
  /** Time of the last write, ms since the epoch; null if unknown. */
  writtenAtMs: number | null;
};
