export const error = {
  request: {
    invalid: 'The server did not understand the details. Check what you entered.',
    not_found: 'There is nothing at this address. Reload the page.',
    too_large: 'The details are too long for the server. Shorten them.',
    host_mismatch:
      'The address in the browser does not match that of the server. Open Wortlaut at the address you were given.',
    failed:
      'An error occurred on the server. Try again; if it stays, give support the identifier {{requestId}}.',
    method: 'This is not possible at this address. Reload the page.',
    timeout: 'Your details reached the server too slowly. Check the connection and try again.',
    media_type: 'The server does not take this kind of data here. Reload the page and try again.',
  },
  auth: {
    required: 'You need to be signed in for this. Please sign in.',
    token_expired: 'Your sign-in has expired. Please sign in again.',
    forbidden: 'Your account lacks the authorization for this. Contact support if you need it.',
    code_rejected: 'The sign-in service did not confirm the sign-in. Please sign in again.',
    refresh_rejected: 'Your sign-in is not valid any more. Please sign in again.',
    provider_unreachable: 'The sign-in service cannot be reached. Try again in a few minutes.',
    not_configured:
      'No sign-in is set up for this address. Open Wortlaut at the address that you were given, or contact your administrator.',
    interaction_expired: 'The sign-in has waited too long. Begin it again.',
    credentials_wrong: 'E-mail address or password is wrong. Check both.',
    too_many_attempts:
      'There were too many attempts. For your protection sign-in is locked for a short time; wait a few minutes.',
    email_taken: 'There is already an account with this e-mail address. Sign in with it.',
    password_weak:
      'This password is too easy to guess. Choose another one, for example a sentence that only you know.',
    registration_closed: 'No new accounts can be created on this server. Ask the administrator for one.',
    link_expired:
      'This link is no longer valid: it was used already, a newer one has replaced it, or it has expired. Ask for a new one.',
    not_local:
      'Another sign-in service keeps this account. Password and account can be changed there only; ask your administrator.',
    busy: 'Very many people are signing in at the moment. Try again in a few seconds.',
    factor_required: 'This account has a second factor by now. Confirm with that too.',
    factor_wrong:
      'That is not right: the code is wrong or expired, or the passkey was not accepted. Try the code that is valid now.',
    factor_used: 'This code was used already. Wait for the next one; that takes a minute at most.',
    factor_setup_expired:
      'This took too long, or the account was changed meanwhile. Close this window and begin again.',
    factor_off: 'This second factor is no longer there. Reload the page to see how things are now.',
    passkey_unavailable: 'Passkeys do not work at the address of this server. Use an app for one-time codes.',
    passkey_too_many: 'The account has as many passkeys as it may have. Remove one first.',
  },
  passkey: {
    cancelled: 'The browser got no passkey: its question was closed or waited too long. Try again.',
    known: 'This device has a passkey of your account already. Use another device or a security key.',
    failed: 'The browser could not use the passkey. Try again, or choose another way.',
  },
  session: {
    not_found: 'Recording not found. It may have been deleted.',
    title_too_long: 'The session name is too long. It may have at most 200 characters. Shorten it.',
    title_invalid: 'The session name must be a text. Enter it again.',
    title_required: 'Please enter a session name.',
    notes_conflict:
      'The notes were changed somewhere else meanwhile. Decide what is to stay; nothing is lost yet.',
    edits_conflict: 'The transcript was changed elsewhere meanwhile. Reload the page and try again.',
    edit_invalid: 'The change does not fit the transcript any more. Reload the page and try again.',
    key_reused:
      'This session is there already, with other details. Open it in the library and change it there.',
    gone: 'This session was deleted meanwhile. Create a new one.',
    edits_full:
      'This transcript has reached the most text and changes that it can hold. Your last change is not saved yet; shorten it, or keep it in the notes.',
    draft_closed:
      'There is already a transcript or the whole draft of the recording, or somebody has edited the draft. This draft was not stored; reload the page to see the text that is there.',
    settings_too_large: 'The settings of the session are too long. Shorten them to 16 kB.',
    day_limit:
      'You have created as many sessions in 24 hours as you may. More are possible from {{when}}; recordings stay on this device until then.',
  },
  domain: {
    changed: 'Somebody else has changed these settings meanwhile. What you wrote is still here.',
    off: 'This server does not offer this function. Your recordings are not affected; ask your administrator if you need it.',
    name_taken:
      'This address belongs to another entry, or there are people or sessions under it. Choose another name. Only an empty entry can be deleted.',
    last_superuser: 'This person is the last one who administers this address. Appoint another person first.',
    match_required: 'The page did not say which version it has changed. Reload the page and try again.',
    retention_notice: 'A shorter period must be announced. Choose a day that is at least 30 days ahead.',
    config_too_large: 'The configuration of this address is too long. Shorten it to 16 kB.',
  },
  announcement: {
    not_found: 'This announcement is not there any more. Reload the list.',
    too_many: 'An address has 100 announcements at most. First delete some that are over.',
  },
  survey: {
    id_reused: 'This answer was not stored, because its id is already in use. Reload the page.',
  },
  pairing: {
    not_found: 'There is no such pairing. Begin a new one.',
    code_wrong: 'This code is wrong, was used already or has expired. Let a new one be shown.',
    address_unusable: 'A phone cannot use the address of this server.',
    verification_wrong: 'The two screens do not show the same number. Compare them once more.',
    not_waiting: 'The pairing does not wait for a confirmation. Begin a new one.',
    not_connected: 'The pairing is not confirmed yet. Confirm it on the other screen first.',
    connected: 'A phone is already connected with this session.',
    not_this_phone: 'Another device belongs to this pairing.',
    expired: 'The pairing has ended. Begin a new one.',
    too_many: 'There were too many attempts. More are possible from {{when}}.',
    microphone_needed:
      'Somebody has to switch on the microphone on the phone first: the browser gives no sound without that.',
    command_unfit: 'This does not fit what the phone is doing just now.',
    command_lost:
      'The connection of the phone was interrupted. The command was not carried out; give it once more.',
  },
  role: {
    none: 'You have not chosen a role. Choose one in the menu of your account.',
    not_found: 'You do not hold this role any more. Choose another one.',
  },
  person: {
    has_content:
      'This person already has sessions of their own. Only a sign-in without content can be joined.',
    not_found: 'This person was not found at this address. Reload the list.',
  },
  export: {
    nothing_there:
      'There is no content for this document yet. Wait until it is there, or choose something else.',
    type_unknown: 'There is no such document for this session. Reload the page.',
    failed: 'The server could not make the document. Try again; if it stays, contact support.',
  },
  share: {
    not_verified:
      'Your e-mail address must be confirmed before you can share. Have a link sent to you, and open it.',
    mail_missing: 'E-mail is not set up on this server. Download the documents and send them yourself.',
    mail_failed:
      'The mail server did not accept the message. Try again later; if it stays, contact your administrator.',
    recipient_refused: 'The mail server refuses the addresses. Check them.',
    too_large: 'The documents are too large for an e-mail. Choose fewer, or a smaller format.',
    too_many: 'You have sent very many e-mails in the last hour. Wait a while and try again.',
    day_limit:
      'You have written to as many different people in 24 hours as you may. More are possible from {{when}}; you can go on writing to those you have written to today.',
    server_day_limit:
      'This server has sent as many e-mails in 24 hours as it may. More are possible from {{when}}; otherwise download the documents and send them yourself.',
    interrupted:
      'The server was stopped while it sent. Some may have the e-mail already; ask before you send again.',
  },
  storage: {
    full: 'The server has no space left and cannot store anything. Contact your administrator.',
    busy: 'The database of the server is locked at the moment. Try again in some seconds.',
    damaged:
      'The database of the server is damaged. Contact your administrator, who can restore it from a backup.',
  },
  upload: {
    not_found:
      'The server does not know this upload any more. Start it again; the file is still on your device.',
    too_large: 'The file is larger than the server accepts. Shorten or split the recording.',
    part_too_large: 'A part of the upload was too large for the server. Start the upload again.',
    offset_conflict: 'The upload and the server disagreed about what is already there. Start it again.',
    already_complete: 'This session already has a recording. Create a new session for another one.',
    active:
      'A device is still sending this recording. Wait until two minutes after the last part, or take it over all the same.',
    adopted:
      'This recording was already taken over on the server. What this device has beyond it goes into a session of its own.',
    no_file: 'No file was sent. Choose one.',
    disk_full: 'The server has no space left. Your file is still on your device; contact the administrator.',
    quota_exceeded:
      'The storage of your account is used up. Your recording is still on your device; delete old sessions or contact your administrator.',
    too_many: 'You have begun too many uploads. Complete or discard some of them in the library.',
    one_file: 'More than one file was sent. Send each on its own, in a session of its own.',
    empty: 'The file is empty. Choose another one.',
  },
  preview: {
    model_missing:
      'The speech model for the draft is missing on the server, or it is damaged. The recording is not affected. Wait for the transcript from the server, and contact the administrator.',
    model_unreachable:
      'The speech model for the draft could not be loaded from the server. The recording is not affected. Check the connection and try again.',
    memory_full:
      'This device has too little free memory for the draft. The recording is not affected. Close other tabs and programs and try again, or wait for the transcript from the server.',
    engine_failed:
      'The draft on this device has stopped. The recording is not affected. Try again, or wait for the transcript from the server.',
    sound_lost:
      'The analysis of the sound has failed, and the draft with it. The recording is not affected. Wait for the transcript from the server.',
  },
  capture: {
    device_full:
      'The device that records has no space left. What is not on the server yet is in its memory alone: leave the page open there, and free some space.',
    device_unstored:
      'The browser of the device that records stores nothing. What is not on the server yet would be lost with the page: leave it open there.',
    insecure:
      'Browsers give the microphone to secured connections only. Open Wortlaut at the address that begins with https://, or contact your administrator.',
    unsupported:
      'This browser cannot record. Use a current browser, or record with another device and upload the file.',
    denied: 'Error accessing microphone. Please check permissions.',
    dismissed: 'The question about the microphone got no answer. Ask again and allow it.',
    blocked:
      'A policy forbids the microphone to this page. Open Wortlaut in a tab of its own, or contact your administrator.',
    no_device: 'No microphone was found. Connect one and try again.',
    busy: 'The microphone is in use or does not answer. Close other programs that use it and try again.',
    failed: 'Failed to start recording. Please contact support. Before that, try once more.',
    suspended:
      'The browser has put the sound of this page to sleep, perhaps for a call. Click or tap on the page: after that the recording goes on.',
    switched:
      'The chosen microphone has gone. The recording goes on with another one; please check that it is the right one.',
    system_audio:
      'The sound of the tab or of the computer is missing. Share once more and choose to share audio; the microphone is still recorded.',
  },
  recording: {
    elsewhere:
      'This session is already being recorded in another tab. Go on there, or finish that recording first.',
    not_kept:
      'This recording is no longer on this device. Perhaps it was finished or discarded in another tab.',
    no_audio: 'There is no audio for this session on the server yet. Upload the recording.',
    incomplete: 'A part of the recording is missing on the server. Start the upload again.',
    digest_mismatch:
      'The recording arrived on the server differently from how it was sent. Start the upload again.',
  },
  player: {
    no_audio: 'There is no audio for this session.',
    link_expired: 'The address of the audio has expired. Reload the page.',
    preparing: 'The audio is being prepared for playing. Try again in some seconds.',
  },
  model: {
    not_found: 'A model file is missing on the server. Contact the administrator.',
  },
  notes: { nothing_to_enhance: 'No notes to enhance. Write some notes first.' },
  processing: {
    no_audio: 'This session has no audio left that could be transcribed.',
    under_way: 'The session is being worked on. Wait until that has ended, or cancel it.',
    nothing_to_cancel: 'There is nothing left to cancel: the work has already ended.',
    option_unknown: 'The server does not have this processing option. Reload the page.',
    model_missing:
      'This needs a language model, and none is set up on this server. Your administrator can set one up.',
    no_transcript: 'There is no transcript yet. Wait until the recording has been transcribed.',
    prompt_required: 'Write what you want to know.',
    too_many: 'Very many results of this session are being made already. Wait until some of them are done.',
    model_unreachable:
      'The language model does not answer. Try again later; if it takes long, contact your administrator.',
    model_refused:
      'The language model turns this server away. Your administrator has to check the access; try again after that.',
    model_unknown:
      'The service does not know the language model that is set. Your administrator has to check the setting; try again after that.',
    model_busy:
      'The language model is overloaded and had no time, even after waiting. Try again in a few minutes.',
    model_failed: 'The language model ran into an error, and again on further attempts. Try again later.',
    model_silent: 'The language model said nothing for too long. It may be overloaded; try again.',
    answer_cut:
      'The answer of the language model broke off in the middle several times. Try again; if it keeps happening, contact your administrator.',
    answer_unusable:
      'The language model did not give what was asked for, not even when asked again. Try again, or ask in another way.',
    context_too_small:
      'The language model can read too little text at once. Shorten your question or notes to it; if that does not help, your administrator has to set a larger one.',
    cancelled: 'The processing was ended on request. You can start it again at any time.',
    failed:
      'An error occurred on the server during processing. Try again; if it keeps happening, contact support.',
  },
  transcription: {
    model_missing:
      'The speech model is missing on the server. The recording is stored and will be transcribed as soon as it is there.',
    model_fetching:
      'The server is fetching the speech model. After that the recording is transcribed by itself.',
    audio_unreadable:
      'The server could not read the audio. Upload the recording in another format to a new session.',
    audio_too_long: 'The recording is longer than 2:30 hours. Shorten or split it.',
    audio_deleted:
      'The retention period ended before the recording was transcribed. The audio has been deleted.',
    failed: 'The transcription failed. The recording is stored. Try again or contact support.',
    engine_unreachable:
      'The transcription service does not answer. The recording is stored and will be transcribed as soon as it is back; if it takes long, contact your administrator.',
    engine_refused:
      'The transcription service turns this server away. The recording is stored; the administrator has to check the access, then it goes on by itself.',
    engine_model_unknown:
      'The transcription service does not know the configured model. The recording is stored; the administrator has to check the setting.',
    audio_empty: 'The file is empty. Check it on your device and upload it to a new session.',
    audio_encrypted:
      'The file is encrypted or copy-protected. Upload an unprotected version to a new session.',
    audio_no_sound_track:
      'The file has no sound track. Choose one with sound and upload it to a new session.',
    disk_full: 'The server has no space left to work. The recording is stored; contact your administrator.',
    cancelled:
      'It was ended on request. The recording is stored; you can start the transcription again at any time.',
  },
  worker: {
    crashed: 'Processing on your device stopped, perhaps for lack of memory. Close other tabs and try again.',
    failed: 'Processing on your device failed. Try again.',
    part_missing:
      'A part of Wortlaut could not be loaded: the connection is missing or too slow, or an ad blocker or a policy holds the part back. Check that, and reload the page.',
    wasm_refused:
      'This browser forbids WebAssembly to the page, and without it the page can neither check nor record sound. The reason is a policy or a security setting. Allow it for this page, use another browser, or contact your administrator.',
    wasm_broken:
      'A part of Wortlaut arrived damaged and cannot be run. Reload the page; if it stays, contact your administrator.',
    memory_full:
      'There is not enough memory: the browser gives this page no more of it. Close other tabs and programs, and try again.',
  },
  network: {
    failed: 'A network error occurred. Please check your internet connection and try again.',
    timeout: 'The server did not answer in time. Try again.',
    unexpected:
      'This looks like a network error, the endpoint may be blocked: an answer came that is not from Wortlaut. Try again; if it stays, ask whoever looks after your network to allow the address.',
  },
  unknown:
    'An unexpected error occurred. Try again; if it stays, give support the reference {{reference}}: under it the log of the server or the console of this browser has the cause.',
  user: {
    config_too_large: 'Your settings are too long for the server. Shorten them to 16 kB.',
  },
};
