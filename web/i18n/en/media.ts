export const media = {
  empty: 'The selected file is empty. Choose another one.',
  not_audio: 'The selected file contains neither sound nor video. Choose an audio or video file.',
  no_sound_track: 'The selected video has no sound track. Choose a file with sound.',
  damaged:
    'The selected file is damaged or incomplete and cannot be read. Copy it again from the recording device, or choose another one.',
  index_missing:
    'The selected file ends too early: its index, which lies at its end, is missing, and without it nothing can be played. Copy it once more from its source. If it ends too early there as well, the recording was not closed properly; the app that made it may be able to repair it.',
  encrypted:
    'The selected file is encrypted or copy-protected. Save the recording without protection and choose it again.',
  unsupported:
    'The format of the selected file is not supported. Save the recording as mp3, m4a or wav, for example.',
  too_long:
    'The recording is longer than 12 hours; this device cannot check that much at once. Split it and choose a part.',
  too_large: 'The selected file exceeds the maximum file size of {{size}}.',
  unreadable: 'The selected file cannot be opened. It may have been moved or changed. Choose it again.',
  engine_failed: 'The check on your device could not be started. Your file is unchanged. Please try again.',
  browser_outdated:
    'Your browser is too old to check sound on the device. Your file is unchanged. Update it: Chrome and Edge from 91, Firefox from 89, Safari from 16.4.',
};
