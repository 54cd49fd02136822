import type { ColumnType, Generated } from 'kysely';
import type { Actor } from './actor.ts';
import type { GonePhoneTokenTable, PairingTable, PhoneSessionTable } from './schema-pairing.ts';
import type {
  AccountLinkTable,
  AccountPasskeyTable,
  AccountPendingTable,
  AccountRecoveryCodeTable,
  AccountSignInTable,
  AccountTable,
  AccountTotpTable,
  AnnouncementTable,
  UserTable,
  DomainTable,
  DomainRoleTable,
  OutboxTable,
  SignInTable,
  OidcModelTable,
} from './schema-people.ts';
import type {
  SearchChapterTable,
  SearchDirtyTable,
  SearchEntryTable,
  SearchShelfTable,
  SearchWasteTable,
} from './schema-search.ts';

export type { AccountTable, AnnouncementTable, UserTable, DomainTable } from './schema-people.ts';

/**
 * In all tables, moments are milliseconds since the epoch, flags are 0 or 1, and JSON is text. Every row of a person is
 * bound to host and user.
 */
type Json = string;
type Flag = ColumnType<0 | 1, 0 | 1 | undefined, 0 | 1>;

export type SessionTable = {
  id: string;
  host: string;
  user_id: string;
  title: string;
  /** Case-folded title, for the search. */
  title_folded: string;
  language: string;
  participants: number | null;
  fhir_patient_id: string | null;
  /** Stored statuses only: new, pending, transcribing, processing, completed, error. */
  status: string;
  reason: string | null;
  notice: string | null;
  /** Length of the audio, s. */
  duration: Generated<number>;
  mode: string | null;
  started_at: number | null;
  processing_start: number | null;
  speech: Json | null;
  verdict: Json | null;
  markers: Generated<Json>;
  timemap: Json | null;
  settings: Generated<Json>;
  /**
   * Labels of the options that follow by themselves on the transcript, decided when the session was created. Null: an older
   * version has created it.
   */
  follow_ups: Json | null;
  integration_info: Json | null;
  visibility: Generated<string>;
  notes: Generated<string>;
  notes_rev: Generated<number>;
  /** Who changed the notes last. In this and in the `actor` of other tables, null is the owner. */
  notes_actor: Actor | null;
  edits_rev: Generated<number>;
  /** Highest version number that a transcript of this session has had, also a removed one; 0 before the first version. */
  last_version: Generated<number>;
  /** Counter that grows with every change that the session detail shows. It is part of the ETag. */
  rev: Generated<number>;
  created_at: number;
  /** Time at which the audio arrived; null if there is no audio. Triggers set it. */
  audio_at: number | null;
  /** Result of `peaksToThumbnail`. It is deleted together with the audio. */
  thumbnail: Uint8Array | null;
  /** `Idempotency-Key` of the request that created the session, and a digest of its body. */
  creation_key: string | null;
  creation_digest: string | null;
};

/** Creation keys of deleted sessions. The retention sweep removes old ones. */
type CreationMemoryTable = { host: string; user_id: string; creation_key: string; deleted_at: number };

/** A resumable upload in progress, or complete and waiting for recording-complete. */
export type UploadTable = {
  id: string;
  host: string;
  user_id: string;
  session_id: string;
  file_name: string;
  file_type: string;
  /** Length in bytes. Null if it is not known yet. */
  length: number | null;
  offset: Generated<number>;
  created_at: number;
  touched_at: number;
  /** 1 if the length was not known when the upload began. Then the upload is a recording. */
  deferred: Flag;
  mode: string | null;
  /** Largest allowed length when the upload began, bytes. A limit that is lowered later does not stop a recording. */
  max_bytes: number | null;
  /** Pairing of the phone that has begun the upload without a sign-in. */
  pairing_id: string | null;
};

/** An upload that was completed without its device, which learns of it on its next request (`AdoptedUpload`). */
export type AdoptionTable = {
  upload_id: string;
  host: string;
  user_id: string;
  /** The session into whose audio the uploaded bytes went. */
  session_id: string;
  /** The session that the upload was sent to. */
  of_session: string;
  /** 1 if the uploaded bytes are the whole of that audio, 0 if they are its beginning. */
  is_audio: Flag;
  bytes: number;
  /** Length of the adopted audio, s. */
  duration: number;
  sha256: string;
  created_at: number;
};

export type AudioTable = {
  session_id: string;
  /**
   * Key of the file in the storage. It is empty once retention has deleted the file; `deleted_at` is set before that.
   */
  storage_key: string;
  file_name: string;
  file_type: string;
  bytes: number;
  sha256: string;
  peaks_key: string | null;
  created_at: number;
  deleted_at: number | null;
  /**
   * Whether every player can seek exactly (`seekable.store.ts`). `due` means that a job will convert the audio, null
   * that the audio has not been examined yet.
   */
  seekable: Generated<'due' | 'yes' | 'no' | null>;
  /** Bytes and SHA-256 (hex) of the file that the client sent. Set only if the stored audio is a conversion of that file. */
  announced_bytes: Generated<number | null>;
  announced_sha256: Generated<string | null>;
  /** Key of the replaced object until it is removed. */
  former_key: Generated<string | null>;
};

export type TranscriptTable = {
  session_id: string;
  version: number;
  engine: string;
  language: string;
  /** Names of the speakers: key → { name }. */
  speakers: Json;
  partial: Flag;
  created_at: number;
  /** Speaker turns (`Turn[]`), which are found before the text; null until they are found. */
  turns: Json | null;
  /** Edits of earlier versions that could not be carried over (`Unapplied[]`). */
  unapplied: Generated<Json>;
  /** Model that wrote a draft; empty if it is not known, and for all other versions. */
  model: Generated<string>;
  /** 1 for a draft that came with its recording: no other replaces it. */
  closed: Flag;
};

/** One edit of a transcript version (`EditOp`); `rev` is the session's `edits_rev` after it. */
type EditTable = {
  session_id: string;
  rev: number;
  version: number;
  op: Json;
  created_at: number;
  actor: Actor | null;
};

/** A word that a person writes differently from the engines. */
type CorrectionTable = {
  host: string;
  user_id: string;
  original_word: string;
  corrected_word: string;
  uses: Generated<number>;
  touched_at: number;
};

/** Measured speed of an engine on this machine: seconds of audio and seconds of processing. */
type EngineSpeedTable = { engine: string; media_s: number; took_s: number; touched_at: number };

/** State of the retention clock, ms (`SweepClock`). The table has one row. */
type SweepClockTable = { id: number; believed_at: number; seen_at: number | null; ran_ms: number };

/** One sweep of the retention (`Swept`). */
type RetentionRunTable = { id: string; started_at: number; finished_at: number; report: Json };

export type SegmentTable = {
  session_id: string;
  version: number;
  seq: number;
  id: string;
  speaker: string;
  start: number;
  end: number;
  text: string;
  words: Json;
  doubt: string | null;
};

/** Processing results of a session; each run of an option adds a version. */
export type ResultTable = {
  session_id: string;
  label: string;
  version: number;
  /** `pending`, `processing`, `done` or `failed`. */
  state: string;
  /** Text of the result, Markdown. */
  text: Generated<string>;
  sources: Generated<Json>;
  /** `extract` or `llm`. */
  engine: string;
  model: Generated<string>;
  /** The versions that the result was made from: `{ transcript, edits, notes, option }`. */
  made_from: Json;
  error: string | null;
  source_tab: Generated<string>;
  created_at: number;
  /** Parameters of the request: `{ prompt?, hints?, … }`. */
  asked: Generated<Json>;
  title: Generated<string>;
  notice: string | null;
  actor: Actor | null;
};

/** A processing option of a host (`ProcessingOption`); a host without rows uses the shipped options. */
export type ProcessingOptionTable = {
  host: string;
  label: string;
  rev: number;
  names: Json;
  enabled_by_default: Flag;
  form: string;
  target: string | null;
  prompt: string;
  roles: Generated<Json>;
};

/** A proposed correction (`Suggestion`) of the newest run; `version` is that of the result `corrections`. */
export type SuggestionTable = {
  session_id: string;
  id: string;
  seq: number;
  version: number;
  segment: string;
  at: number;
  start: number;
  from_text: string;
  to_text: string;
  others: Generated<Json>;
  kind: string;
  state: Generated<string>;
};

/** A message that shares reports, without addresses. `sent` is null while it is being sent. Kept for one day. */
type ShareTable = {
  host: string;
  user_id: string;
  /** Id of the request; a repeated request is not sent again. */
  id: string;
  session_id: string;
  recipients: number;
  sent: number | null;
  created_at: number;
};

/** The recipients of a message as keyed digests. They are kept for a day. */
type ShareRecipientTable = {
  host: string;
  user_id: string;
  share_id: string;
  digest: string;
  at: number;
};

export type JobTable = {
  id: string;
  name: string;
  host: string;
  user_id: string;
  session_id: string | null;
  /** Label of the result that the job makes. Null for the transcript. */
  topic: string | null;
  payload: Json;
  /** `queued`, `running`, `waiting` (for a condition outside of the job), `done` or `failed`. */
  state: string;
  /** Jobs with larger values run first. */
  priority: Generated<number>;
  /** Earliest start of the next run. */
  run_at: number;
  attempts: Generated<number>;
  lease_owner: string | null;
  lease_until: number | null;
  /** State saved by the handler. A retry continues from it. */
  checkpoint: Json | null;
  progress_done: Generated<number>;
  progress_total: Generated<number>;
  /** Expected end, estimated at the start of the run. */
  expected_at: number | null;
  error: string | null;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
  actor: Actor | null;
};

/** Number of deleted sessions and corrections that the file may still hold, until it is compacted. The table has one row. */
type SpaceWasteTable = { deletions: number };

/** An answer to the survey of a session. The question `shown` has an empty answer. `id` is made by the page. */
type SurveyAnswerTable = {
  session_id: string;
  host: string;
  user_id: string;
  id: string;
  question: string;
  answer: string;
  created_at: number;
};

export type Schema = {
  search_shelf: SearchShelfTable;
  search_entry: SearchEntryTable;
  search_chapter: SearchChapterTable;
  search_dirty: SearchDirtyTable;
  search_waste: SearchWasteTable;
  space_waste: SpaceWasteTable;
  account: AccountTable;
  account_sign_in: AccountSignInTable;
  account_link: AccountLinkTable;
  account_totp: AccountTotpTable;
  account_passkey: AccountPasskeyTable;
  account_recovery_code: AccountRecoveryCodeTable;
  account_pending: AccountPendingTable;
  user: UserTable;
  domain: DomainTable;
  domain_role: DomainRoleTable;
  announcement: AnnouncementTable;
  survey_answer: SurveyAnswerTable;
  pairing: PairingTable;
  phone_session: PhoneSessionTable;
  gone_phone_token: GonePhoneTokenTable;
  outbox: OutboxTable;
  sign_in: SignInTable;
  oidc_model: OidcModelTable;
  session: SessionTable;
  creation_memory: CreationMemoryTable;
  upload: UploadTable;
  adoption: AdoptionTable;
  audio: AudioTable;
  transcript: TranscriptTable;
  segment: SegmentTable;
  job: JobTable;
  edit: EditTable;
  correction: CorrectionTable;
  engine_speed: EngineSpeedTable;
  retention_run: RetentionRunTable;
  sweep_clock: SweepClockTable;
  result: ResultTable;
  processing_option: ProcessingOptionTable;
  suggestion: SuggestionTable;
  share: ShareTable;
  share_recipient: ShareRecipientTable;
};
