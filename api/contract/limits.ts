/** Every business constant of the specification (§9) and of the shapes. Sizes in bytes, times in ms or s as the name says. */
export const MB = 1_000_000;

export const limits = {
  /** §5, §9: one file, at most 150 MB; 500 MB on the staging host. */
  maxUploadBytes: 150 * MB,
  maxUploadBytesStage: 500 * MB,
  maxUploadFiles: 1,
  /** §5: 2 h 30 min. The server accepts 30 s more (shapes: journey). */
  maxAudioS: 9_000,
  maxAudioGraceS: 30,
  /** A longer recording is analysed all the same, so that it can be trimmed to what may be sent; up to 12 h. */
  maxAnalysedS: 43_200,
  /** Coders add delay and padding: a recording of the full length decodes to this much more at most, s. */
  audioPaddingS: 0.5,
  /** shapes: a tus part is at most 8 MB. */
  maxPartBytes: 8 * MB,
  /** §7: retry delays of an upload. */
  uploadRetryDelaysMs: [1_000, 3_000, 5_000, 10_000],
  /** §9: upload progress is reported at most this often. */
  uploadProgressThrottleMs: 500,
  /** §9: resumable storage of uploads. */
  storedUploadExpiryMs: 24 * 3_600_000,
  /** An upload whose last part came no longer ago is being sent by its device. */
  uploadActiveMs: 2 * 60_000,
  /** The key that a session was created with is remembered for so long after the session has gone. */
  creationKeyMemoryMs: 7 * 86_400_000,
  maxStoredFileBytes: 10 * MB,
  maxStoredTotalBytes: 300 * MB,
  /** §4: an access token counts as expired this long before its stated expiry. */
  tokenExpiryMarginMs: 5 * 60_000,
  /** §7: the profile is cached this long. */
  profileCacheMs: 30_000,
  /** §7: the domain configuration is cached this long per host. */
  domainConfigCacheMs: 5 * 60_000,
  /** §4: an open session is polled this often. */
  sessionPollMs: 5_000,
  /** §4: the network check repeats this often. */
  networkCheckMs: 5_000,
  /** §2: the router must be ready within this time, else the page reloads. */
  routerReadyMs: 3_000,
  /** §9: default time-out of a request; health and options have 5 s (§7). */
  requestTimeoutMs: 30_000,
  healthTimeoutMs: 5_000,
  /** A language model may write for so long at notes, while somebody waits. */
  enhanceNotesTimeoutMs: 5 * 60_000,
  /** §9: default and largest page of the session list. */
  listPageSize: 10,
  maxListPageSize: 100,
  /** decisions: retention. */
  audioRetentionDays: 30,
  contentRetentionMonths: 6,
  /** shapes: pairs of signed 8-bit (min, max) per second. */
  peaksRate: 20,
  /** `config`, `settings`, `integration_info`: as JSON. */
  maxOpenObjectBytes: 16_000,
  maxTitleLength: 200,
  maxParticipants: 100,
  /** Results of a session that are being made or wait for it. */
  maxActiveResults: 60,
  maxPatientIdLength: 100,
  /** Notes of a session, characters. */
  maxNotesLength: 200_000,
  /** Draft of a dictation: pieces, and characters of one. 2:30 h of fast speech is a tenth of it. */
  maxDraftSegments: 20_000,
  maxDraftSegmentLength: 10_000,
  /** One change of a transcript: characters of a segment, of a name; changes sent at once. */
  maxSegmentLength: 20_000,
  maxSpeakerNameLength: 100,
  maxEditsPerPatch: 500,
  maxCorrectionLength: 100,
  /** Sharing by e-mail: of one message; messages of one person an hour. */
  maxRecipients: 20,
  maxShareReports: 10,
  maxMessageLength: 10_000,
  maxSharesPerHour: 20,
  /** All attachments of one message; base64 adds a third on the way. Few mail servers take more. */
  maxShareBytes: 25 * MB,
  /** Moments that a row of the library names. */
  hitsPerSession: 3,
  /** §9: volume boost, linear. */
  defaultBoost: 1,
  maxBoost: 8,
  minPasswordLength: 10,
  maxPasswordLength: 200,
} as const;
