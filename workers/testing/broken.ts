/** Expected outcomes of the broken files in AUDIO_DIR: an error code, or sound. */
export const brokenOutcomes: Record<string, string> = {
  'aeneas-mono.invalid.wav': 'media.not_audio',
  'aeneas-p001.empty': 'media.empty',
  // The garbage in it is detected as another codec: the result is noise with a poor verdict.
  'media3-100kB-garbage-prefix.mp3': 'sound',
  'media3-1024_incrementing_bytes.mp3': 'media.not_audio',
  'media3-invalid_ogg_header': 'media.not_audio',
  'media3-large_stbl_truncated_after_moov.m4b': 'media.damaged',
  'media3-sample_cbs_truncated.adts': 'sound',
  'media3-sample_malformed_free_box.mp4': 'media.damaged',
  'media3-sample_missing_stsd.mp4': 'media.damaged',
  'media3-sample_video_only.mp4': 'media.no_sound_track',
  'pocketsphinx-bad.wav': 'media.damaged',
  'pocketsphinx-evil.wav': 'media.damaged',
};

/** Returns `sound` for a result longer than 0 s, otherwise the error code. */
export const outcomeOf = (work: Promise<{ durationS: number }>): Promise<string> =>
  work.then(
    ({ durationS }) => (durationS > 0 ? 'sound' : 'nothing'),
    (error: unknown) => String((error as { code?: string }).code ?? error),
  );
