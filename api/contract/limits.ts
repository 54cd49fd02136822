import { dayMs, minuteMs } from './time.ts';

/** Every business constant (§9, §10). Sizes in bytes, times in ms or s as the name says. */
export const MB = 1_000_000;

export const limits = {
  /** §5, §9: one file, at most 150 MB; 500 MB on the staging host. */
  maxUploadBytes: 150 * MB,
  maxUploadBytesStage: 500 * MB,
  maxUploadFiles: 1,
  /** §5: longest recording, 2 h 30 min. */
  maxAudioS: 9_000,
  /** §10.1: longest audio that the server accepts, 30 s more. */
  maxAcceptedAudioS: 9_030,
  /** Longest file that the page analyses, 12 h, so that it can be trimmed to the allowed length. */
  maxAnalysedS: 43_200,
  /**
   * Encoders add delay and padding: a recording of the full length may be longer than that by up to this when it is
   * decoded.
   */
  audioPaddingS: 0.5,
  /** §10.7: the largest part of a resumable upload. */
  maxPartBytes: 8 * MB,
  /** §7: retry delays of an upload. */
  uploadRetryDelaysMs: [1_000, 3_000, 5_000, 10_000],
  /** §9: upload progress is reported at most this often. */
  uploadProgressThrottleMs: 500,
  /** §9: an upload of a file is stored for this long after its last part. */
  storedUploadExpiryMs: dayMs,
  /** An upload counts as being sent for this long after its last part came. */
  uploadActiveMs: 2 * minuteMs,
  /** How long the creation key of a deleted session is remembered. */
  creationKeyMemoryMs: 7 * dayMs,
  /** Largest number of remembered creation keys of a person. Beyond it the oldest are deleted earlier. */
  maxRememberedCreations: 10_000,
  /** §4: an access token counts as expired this long before its stated expiry. */
  tokenExpiryMarginMs: 5 * minuteMs,
  /** §7: the profile is cached this long. */
  profileCacheMs: 30_000,
  /** §7: the domain configuration is cached this long per host. */
  domainConfigCacheMs: 5 * minuteMs,
  /** §4: an open session is polled this often. */
  sessionPollMs: 5_000,
  /** §4: the network check repeats this often. */
  networkCheckMs: 5_000,
  /** §2: the router must be ready within this time, else the page reloads. */
  routerReadyMs: 3_000,
  /** §9: default time-out of a request; health and options have 5 s (§7). */
  requestTimeoutMs: 30_000,
  healthTimeoutMs: 5_000,
  /** Time-out of enhancing notes, which waits for a language model. */
  enhanceNotesTimeoutMs: 5 * minuteMs,
  /** §9: default and largest page of the session list. */
  listPageSize: 10,
  maxListPageSize: 100,
  /** §10.21: how long audio is stored, and how long sessions are. */
  audioRetentionDays: 30,
  contentRetentionMonths: 6,
  /** Largest number of announcements of a host. */
  maxAnnouncements: 100,
  /**
   * The data-protection announcement (§9), ms: how long it is valid, and how long after somebody closed it they see it
   * again.
   */
  dataProtectionValidMs: 30 * dayMs,
  dataProtectionAgainMs: 4 * dayMs,
  /** Shortest time between two surveys for one person, ms (§10.25). */
  surveyPauseMs: 14 * dayMs,
  /** §10.16: peaks per second, each a pair of signed 8-bit integers (min, max). */
  peaksRate: 20,
  /** Largest number of new sessions of a person in 24 hours: one every 43 s, day and night. */
  maxSessionsPerDay: 2_000,
  maxTitleLength: 200,
  maxParticipants: 100,
  /** Largest number of results of a session that are pending or processing. */
  maxActiveResults: 60,
  maxPatientIdLength: 100,
  /** Longest notes of a session, characters. */
  maxNotesLength: 200_000,
  /** Draft: number of segments and of words, and characters of one segment. Fast speech of 2:30 h uses half of the words. */
  maxDraftSegments: 20_000,
  maxDraftWords: 60_000,
  maxDraftSegmentLength: 10_000,
  /** §10.14: largest size of a draft as JSON. */
  maxDraftBytes: 4 * MB,
  maxModelNameLength: 100,
  /** Edits of a transcript: characters of a segment and of a name; edits per request. */
  maxSegmentLength: 20_000,
  maxSpeakerNameLength: 100,
  maxEditsPerPatch: 500,
  /** Size of an edited transcript: segments, characters, words. Fast speech of 2:30 h uses a tenth. */
  maxSegments: 20_000,
  maxTranscriptCharacters: 2_000_000,
  maxTranscriptWords: 100_000,
  /** Edits of one version of a transcript: their number, and the characters of their JSON. */
  maxEdits: 50_000,
  maxEditCharacters: 20_000_000,
  maxCorrectionLength: 100,
  /** Largest number of corrected words of a person. Beyond it the least recently used ones are deleted. */
  maxCorrections: 10_000,
  /** Largest number of proposed corrections of a session, including rejected ones. */
  maxSuggestions: 10_000,
  /**
   * Largest size of JSON that a client may store, bytes: `settings` and `integration_info` of a session, `config` of a
   * person, each.
   */
  maxStoredJsonBytes: 16_000,
  /** Largest number of unfinished uploads that one session may have. */
  maxOpenUploadsOfSession: 20,
  /** Largest number of unfinished uploads that one person may have in all sessions. */
  maxOpenUploads: 100,
  /** Sharing by e-mail: limits of one message, and number of messages that a person may send per hour. */
  maxRecipients: 20,
  maxShareReports: 10,
  maxMessageLength: 10_000,
  maxSharesPerHour: 20,
  /** Within 24 hours: distinct recipients of one person; messages of the whole server, one per recipient. */
  maxRecipientsPerDay: 100,
  maxLettersPerDay: 2_000,
  /** Largest size of all attachments of one message together. Base64 adds a third, and few mail servers accept more. */
  maxShareBytes: 25 * MB,
  /** Number of matches shown per session in the library. */
  hitsPerSession: 3,
  /** §9: volume boost, linear. */
  defaultBoost: 1,
  maxBoost: 8,
  minPasswordLength: 10,
  maxPasswordLength: 200,
} as const;
