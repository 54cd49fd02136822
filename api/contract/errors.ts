/**
 * Every error code, declared once, by noun. The number is the HTTP status; the text is the `detail` for API clients.
 * The page shows its own texts, in `web/i18n` under `error.<code>`.
 */
export const errorCatalogue = {
  'request.invalid': [400, 'The request does not have the expected shape.'],
  'request.not_found': [404, 'There is nothing at this address.'],
  'request.method': [405, 'This address does not take this method; Allow names those it takes.'],
  'request.timeout': [408, 'The request body came too slowly.'],
  'request.media_type': [415, 'The request body has another media type than this address takes.'],
  'request.too_large': [413, 'The request body is too large.'],
  'request.host_mismatch': [400, 'The X-Client-Host header differs from the host of the request.'],
  'request.failed': [500, 'The server could not complete the request.'],
  'auth.required': [401, 'A valid access token is required.'],
  'auth.token_expired': [401, 'The access token has expired.'],
  'auth.forbidden': [403, 'The account lacks the authorization for this.'],
  'auth.code_rejected': [401, 'The identity provider did not accept the code.'],
  'auth.refresh_rejected': [401, 'The refresh token is not valid any more.'],
  'auth.provider_unreachable': [502, 'The identity provider cannot be reached.'],
  'auth.not_configured': [409, 'No identity provider is set up for this host.'],
  'auth.interaction_expired': [410, 'The sign-in has taken too long. Start again.'],
  'auth.credentials_wrong': [401, 'E-mail address or password is wrong.'],
  'auth.too_many_attempts': [429, 'Too many attempts. Wait before the next one.'],
  'auth.email_taken': [409, 'There is already an account with this e-mail address.'],
  'auth.password_weak': [
    400,
    'The password is too easy to guess: common, repeated, or the own name or address.',
  ],
  'auth.registration_closed': [403, 'Registration is closed on this server.'],
  'auth.link_expired': [410, 'This link was used, replaced by a newer one, or has expired.'],
  'auth.not_local': [
    409,
    'The account is kept by another identity provider. Ask the administration of the host.',
  ],
  'auth.busy': [503, 'Too many passwords are being checked. Try again in a moment.'],
  'auth.factor_required': [401, 'This account has a second factor. Send it too.'],
  'auth.factor_wrong': [401, 'The code is wrong or expired, or the passkey was not accepted.'],
  'auth.factor_used': [401, 'This code was used already. Wait for the next one.'],
  'auth.factor_setup_expired': [
    410,
    'This took too long, or the account was changed meanwhile. Begin again.',
  ],
  'auth.factor_off': [409, 'This account has no such second factor.'],
  'auth.passkey_unavailable': [
    409,
    'The public address of this server allows no passkeys: they need HTTPS and a host name, or localhost.',
  ],
  'auth.passkey_too_many': [409, 'The account has as many passkeys as it may have. Remove one first.'],
  'session.not_found': [404, 'There is no such session.'],
  'session.title_required': [400, 'Please enter a session name.'],
  'session.title_too_long': [400, 'The session name is too long.'],
  'session.title_invalid': [400, 'The session name must be a text.'],
  'session.notes_conflict': [409, 'The notes were changed meanwhile.'],
  'session.edits_conflict': [409, 'The transcript was changed meanwhile.'],
  'session.edit_invalid': [400, 'A change does not fit the transcript.'],
  'session.key_reused': [409, 'This Idempotency-Key has created a session from another body.'],
  'session.gone': [410, 'The session that this Idempotency-Key created has been deleted.'],
  'session.edits_full': [409, 'The transcript cannot hold more text or changes.'],
  'session.draft_closed': [
    409,
    'The session has a transcript, its draft came with the recording, or a person has edited it. The draft was not stored; send no more drafts.',
  ],
  'session.settings_too_large': [413, 'The settings or the integration info exceed 16 kB.'],
  'session.day_limit': [429, 'Too many new sessions in 24 hours. Wait as long as retry_after_s says.'],
  'processing.no_audio': [409, 'This session has no audio to transcribe.'],
  'processing.under_way': [409, 'The session is being worked on. Cancel that first.'],
  'processing.nothing_to_cancel': [409, 'Nothing is being done with this session.'],
  'processing.option_unknown': [400, 'There is no such processing option.'],
  'processing.model_missing': [409, 'This needs a language model, and none is set up.'],
  'processing.no_transcript': [409, 'There is no transcript yet.'],
  'processing.prompt_required': [400, 'A custom prompt needs a text.'],
  'processing.too_many': [429, 'Too many results of this session are being made. Wait for some of them.'],
  'domain.changed': [412, 'Somebody else has changed this host meanwhile.'],
  'domain.off': [404, 'This host does not offer this function.'],
  'domain.name_taken': [
    409,
    'Another host has this name, or people have signed in under it, or the row has people or sessions.',
  ],
  'domain.last_superuser': [409, 'A host keeps one superuser who is not locked.'],
  'domain.match_required': [428, 'Send the etag that was edited in If-Match.'],
  'domain.retention_notice': [
    400,
    'A shorter period needs a day from which it holds, at least 30 days ahead (retention.next.effective).',
  ],
  'domain.config_too_large': [413, 'The config of the host exceeds 16 kB.'],
  'announcement.not_found': [404, 'There is no such announcement on this host.'],
  'announcement.too_many': [409, 'A host has 100 announcements at most. Delete some of them.'],
  'survey.id_reused': [409, 'Another answer was sent with this id.'],
  'pairing.not_found': [404, 'There is no such pairing.'],
  'pairing.code_wrong': [404, 'There is no such code, or it was used or has expired.'],
  'pairing.address_unusable': [
    409,
    'A phone cannot use the public address of this server. Set PUBLIC_URL to an https address that is not a loopback address.',
  ],
  'pairing.verification_wrong': [409, 'The verification code differs from the one on the phone.'],
  'pairing.not_waiting': [409, 'The pairing does not wait for a confirmation.'],
  'pairing.not_connected': [409, 'The pairing is not confirmed yet.'],
  'pairing.connected': [
    409,
    'A phone is connected, by the pairing pairing_id. Only with "replace": true does a new pairing of its session end it.',
  ],
  'pairing.not_this_phone': [
    403,
    'Another phone has joined this pairing, or the token of the phone was given and used already.',
  ],
  'pairing.expired': [410, 'The pairing has ended.'],
  'pairing.too_many': [429, 'Too many requests. Wait as long as retry_after_s says.'],
  'role.none': [404, 'No role is chosen.'],
  'role.not_found': [404, 'There is no such role of this person.'],
  'person.not_found': [404, 'There is no such person on this host.'],
  'person.has_content': [
    409,
    'This person has sessions or uploads. Only a person without any can be joined to another.',
  ],
  'notes.nothing_to_enhance': [409, 'No notes to enhance'],
  'export.nothing_there': [409, 'There is nothing to write into this document yet.'],
  'export.type_unknown': [400, 'There is no such report for this session.'],
  'export.failed': [500, 'Failed to download report'],
  'share.mail_missing': [409, 'Outgoing mail is not set up on this server.'],
  'share.not_verified': [409, 'Confirm the e-mail address of the account first.'],
  'share.mail_failed': [502, 'The mail server did not accept the message.'],
  'share.recipient_refused': [400, 'The mail server refused a recipient.'],
  'share.too_large': [413, 'The attachments are larger than the mail server takes.'],
  'share.too_many': [429, 'Too many messages. Wait before the next one.'],
  'share.day_limit': [429, 'Too many different recipients in 24 hours. Wait as long as retry_after_s says.'],
  'share.server_day_limit': [429, 'The server has sent as many messages as it may in 24 hours. Wait.'],
  'share.interrupted': [409, 'The server was stopped while it sent. Some recipients may have the message.'],
  'upload.not_found': [404, 'There is no such upload.'],
  'upload.too_large': [413, 'The file exceeds the maximum size.'],
  'upload.part_too_large': [413, 'A part may have at most 8 MB.'],
  'upload.offset_conflict': [409, 'The offset differs from what the server has.'],
  'upload.already_complete': [409, 'The session already has its audio.'],
  'upload.active': [409, 'A device is still sending this upload. Wait, or send force: true.'],
  'upload.adopted': [410, 'The upload was completed without its device.'],
  'upload.no_file': [400, 'The request carries no file.'],
  'upload.one_file': [400, 'The request carries more than one file.'],
  'upload.empty': [400, 'The file is empty.'],
  'upload.too_many': [409, 'Too many uploads have begun. Complete or discard some of them.'],
  'upload.disk_full': [507, 'The server has no space left.'],
  'upload.quota_exceeded': [507, 'The space of this account is used up.'],
  'storage.full': [503, 'The server has no space left.'],
  'storage.busy': [503, 'Another process has locked the database. Try again in some seconds.'],
  'storage.damaged': [503, 'The database of the server is damaged.'],
  'recording.no_audio': [409, 'No audio has been uploaded for this session.'],
  'recording.incomplete': [409, 'Bytes are missing on the server.'],
  'recording.digest_mismatch': [409, 'The bytes on the server differ from those sent.'],
  'player.no_audio': [404, 'This session has no audio.'],
  'player.link_expired': [403, 'The signed address has expired.'],
  'player.preparing': [409, 'The audio is being prepared for playing. Ask again in some seconds.'],
  'user.config_too_large': [413, 'The user config exceeds 16 kB.'],
  'model.not_found': [404, 'There is no such model file.'],
} as const satisfies Record<string, readonly [status: number, detail: string]>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Why the page itself cannot use a file; shown under `error.<code>`, never sent by the server. */
export const mediaErrorCodes = [
  'media.empty',
  'media.not_audio',
  'media.no_sound_track',
  'media.damaged',
  /** The mp4 ends before its index (`moov`), which follows the audio data. */
  'media.index_missing',
  'media.encrypted',
  'media.unsupported',
  'media.too_long',
  'media.too_large',
  'media.unreadable',
  'media.engine_failed',
  'media.browser_outdated',
] as const;
export type MediaErrorCode = (typeof mediaErrorCodes)[number];

/**
 * Why a worker of the page, or WebAssembly in it, does not do its work, whatever the file or the microphone; shown under
 * `error.<code>`, never sent by the server.
 */
export const workerErrorCodes = [
  'worker.crashed',
  'worker.failed',
  /** The script of the worker, or a file that it loads, did not arrive. */
  'worker.part_missing',
  /** The browser forbids WebAssembly, by a policy of the page or by a setting. */
  'worker.wasm_refused',
  /** The bytes of a WebAssembly module have arrived, but the browser cannot compile them. */
  'worker.wasm_broken',
  'worker.memory_full',
] as const;
export type WorkerErrorCode = (typeof workerErrorCodes)[number];

/** Why the browser has not used or made a passkey; shown under `error.<code>`, never sent by the server. */
export const passkeyErrorCodes = [
  /** The person closed the question of the browser, or it has waited too long. */
  'passkey.cancelled',
  /** The device has a passkey of this account already. */
  'passkey.known',
  'passkey.failed',
] as const;
export type PasskeyErrorCode = (typeof passkeyErrorCodes)[number];

/** Why the device cannot transcribe; shown under `error.<code>`, never sent by the server. */
export const previewErrorCodes = [
  /** The server does not have the model, or not as it announced it. */
  'preview.model_missing',
  'preview.model_unreachable',
  'preview.memory_full',
  'preview.engine_failed',
  /** The analysis of the sound has failed, through which the draft hears the recording. */
  'preview.sound_lost',
] as const;
export type PreviewErrorCode = (typeof previewErrorCodes)[number];

/** Why the page itself cannot record; shown under `error.<code>`, never sent by the server. */
export const captureErrorCodes = [
  'capture.insecure',
  'capture.unsupported',
  /**
   * `denied`: the person or the system refused. `dismissed`: the person closed the question without an answer.
   * `blocked`: a policy of the embedding page forbids recording.
   */
  'capture.denied',
  'capture.dismissed',
  'capture.blocked',
  'capture.no_device',
  'capture.busy',
  'capture.failed',
  /** The browser has suspended the page's audio; reported until it resumes. */
  'capture.suspended',
  /** The microphone was disconnected and another one was chosen automatically. */
  'capture.switched',
  'capture.system_audio',
  'recording.elsewhere',
  'recording.not_kept',
  /**
   * A paired phone reports these to its desktop. The recording goes on, but audio that is not on the server yet is only in the memory of the
   * page: the phone has no space left (`device_full`), or its browser stores nothing (`device_unstored`).
   */
  'capture.device_full',
  'capture.device_unstored',
] as const;
export type CaptureErrorCode = (typeof captureErrorCodes)[number];

/**
 * Reasons why a phone did not carry out a command of the desktop. Both sides show the sentence under `error.<code>`. No failed call has
 * such a code.
 */
export const pairingErrorCodes = [
  /** The browser of the phone gives the microphone only after a press there. */
  'pairing.microphone_needed',
  /** The recorder on the phone cannot carry out the command at its present stage, for example `pause` before a recording. */
  'pairing.command_unfit',
  /** The phone has asked whether it may carry out the command, and no answer arrived in time. */
  'pairing.command_lost',
] as const;
export type PairingErrorCode = (typeof pairingErrorCodes)[number];

/** Why a result could not be made: the codes of its field `error`. */
export const resultErrorCodes = [
  'processing.model_missing',
  'processing.model_unreachable',
  'processing.model_refused',
  'processing.model_unknown',
  'processing.model_busy',
  'processing.model_failed',
  /** `model_silent`: the model sent no output for too long. `answer_cut`: its answer was cut off repeatedly. */
  'processing.model_silent',
  'processing.answer_cut',
  /** The answer does not have the requested form, even after a retry. */
  'processing.answer_unusable',
  /** Not even the smallest part fits into the model's context. */
  'processing.context_too_small',
  'processing.cancelled',
  'processing.failed',
] as const;
export type ResultErrorCode = (typeof resultErrorCodes)[number];

/** Why a session waits (`pending`) or failed (`error`): the codes of its field `reason`. */
export const reasonCodes = [
  'transcription.model_missing',
  'transcription.model_fetching',
  'transcription.engine_unreachable',
  'transcription.engine_refused',
  'transcription.engine_model_unknown',
  'transcription.audio_unreadable',
  'transcription.audio_empty',
  'transcription.audio_encrypted',
  'transcription.audio_no_sound_track',
  'transcription.audio_too_long',
  'transcription.audio_deleted',
  'transcription.disk_full',
  'transcription.cancelled',
  'transcription.failed',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];
