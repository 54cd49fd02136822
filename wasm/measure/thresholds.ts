/**
 * Beyond `usable` the verdict gives a reason; beyond `poor` the recording is poor. Figures without a source are from
 * `npm run eval -- quality`: values that clean recordings and simulated faults reach.
 */
export const thresholds = {
  /**
   * True peak below which a recording is silent, dBTP. A live microphone in the quietest room exceeds it; recordings
   * that peak at -49 are intelligible.
   */
  silentPeakDbtp: -66,
  /**
   * Level of speech, dBFS. Broadcast speech is at -23 (EBU R 128); far-field meetings at -65 are intelligible with
   * gain.
   */
  speechDbfs: { usable: -45, poor: -80 },
  /** Share of clipped 50 ms windows. 1 in 500 is one shout; 1 in 20 is a wrong input level. */
  clippingShare: { usable: 0.002, poor: 0.05 },
  /**
   * Signal-to-noise ratio, dB. Classrooms are designed for 15 (ANSI/ASA S12.60), less 3 for the error of the estimate;
   * near 5 listeners and recognisers lose words. Noise added at 10 is reported in nine clips of ten, at 20 in none.
   */
  snrDb: { usable: 12, poor: 5 },
  /** Runs of zeros per minute of speech: one may be an edit, ten lose words. */
  dropoutsPerMinute: { usable: 1, poor: 10 },
  /**
   * Estimated T60, s. Rooms of 1 s read as 0.6 to 1.3, of 0.5 s as at most 0.5, clean clips as at most 0.3. Classrooms are designed
   * for 0.6 (ANSI/ASA S12.60).
   */
  reverberationS: 0.65,
  /**
   * Highest frequency with speech, Hz. A telephone ends at 3,400 (ITU-T G.712) and reads as 3,500; 8 kHz sampling as
   * 4,000; the dullest clean clip 4,750.
   */
  narrowBandHz: 4_000,
  /**
   * Level of hum below that of speech, dB. Speech masks hum further below it: clean clips have hum 26 and 33 below,
   * which is inaudible.
   */
  humBelowSpeechDb: 22,
  /**
   * Spread of the level of speech, dB. Two voices 6 dB apart spread over up to 11, two voices 20 dB apart over 20 and
   * more.
   */
  levelSpreadDb: 15,
  /**
   * DC offset: mean of the samples, full scale 1. A good converter has 0.001; loud low-frequency noise reaches 0.02.
   */
  dcOffset: 0.03,
  /** Share of speech below which a recording with a pause of `longPauseS` is mostly silence. */
  speechShare: 0.15,
  longPauseS: 30,
};
