/** A recording as it lies on this device. Sizes in bytes, times in s of the stored sound unless said. */
import type { RecordingMetadataInput } from '#api/contract/recording.ts';
import type { SessionDraft } from '#api/contract/session.ts';
import type { Mp3Settings } from '#wasm/mp3/format.ts';

export type Marker = NonNullable<RecordingMetadataInput['markers']>[number];

/** Where pieces go: the origin-private file system, else IndexedDB, else nowhere but into memory. */
export const storeKinds = ['opfs', 'indexeddb', 'memory'] as const;
export type StoreKind = (typeof storeKinds)[number];

/** Text of a dictation, by the recording's own time. */
export type DictatedText = { start: number; end: number; text: string };

/** What is written beside the sound; replaced as a whole, so that half of it never counts. */
export type RecordingRecord = {
  version: 1;
  id: string;
  userId: string;
  /** Null: the session is still to be created (a part that began without a connection). */
  sessionId: string | null;
  /** What the session is made of, where it has to be created. */
  session: SessionDraft;
  /** 1, then 2 for what follows after the longest length. */
  part: number;
  mode: 'record' | 'dictation';
  /** By the clock of the device, for people only, ms since the epoch. */
  startedAtMs: number;
  settings: Mp3Settings;
  /** Where an encoder began: the first at 0, others after a crash. `lost`: the clock's time since the piece before, or null. */
  takes: { bytes: number; at: number; lostMs: number | null }[];
  markers: Marker[];
  notes: string;
  dictated: DictatedText[];
  /** The last frame is written; nothing is appended any more. `duration` in s. */
  finished: { bytes: number; duration: number; sha256: string } | null;
  /** Where the server takes its bytes; null before it was asked. */
  uploadUrl: string | null;
  /** Addresses of its uploads before it was sent anew. */
  formerUrls?: string[];
  /** Idempotency key of the session that is being created for it. If null or absent, its `id` is the key. */
  sessionKey?: string | null;
  /** Id of the recording whose end this one holds: what the device had beyond the adopted upload. */
  restOf?: string;
  /** Id of the recording that holds the end of this one. */
  restId?: string;
};

/** What a crash, a closed tab or a broken connection left. */
export type KeptRecording = {
  record: RecordingRecord;
  bytes: number;
  /** Length of the sound, s. */
  durationS: number;
  /** Last time something was written, ms since the epoch; null where nobody knows. */
  writtenAtMs: number | null;
};
