/**
 * Below `usable` a reason is given, below (or above) `poor` the recording is poor. Where no other origin is given, the figures
 * are those of `npm run eval -- quality`: what clean recordings reach, and what computed faults do.
 */
export const thresholds = {
  /** dBTP. A microphone that is on, in the quietest room, gives more; recordings peaking at -49 are intelligible. */
  silentPeakDbtp: -66,
  /** dBFS of speech. Broadcast speech is at -23 (EBU R 128); far-field meetings at -65 are intelligible with gain. */
  speechDbfs: { usable: -45, poor: -80 },
  /** Share of 50 ms windows with flat tops. 1 in 500 is one shout; 1 in 20 is a level set wrong. */
  clippingShare: { usable: 0.002, poor: 0.05 },
  /**
   * dB. Rooms for listening are built for 15 (ANSI/ASA S12.60), 3 of which are left to the estimate; near 5 listeners and
   * recognisers lose words. Noise made at 10 is reported in nine clips of ten, at 20 in none.
   */
  snrDb: { usable: 12, poor: 5 },
  /** Runs of zeros per minute of speech: one may be an edit, ten cost words. */
  dropoutsPerMinute: { usable: 1, poor: 10 },
  /**
   * s, as estimated. Rooms of 1 s read as 0.6 to 1.3, of 0.5 s as at most 0.5, clean clips as at most 0.3. Rooms for
   * listening are built for 0.6 (ANSI/ASA S12.60).
   */
  reverberationS: 0.65,
  /** Hz. A telephone ends at 3,400 (ITU-T G.712) and reads as 3,500; 8 kHz sampling as 4,000; the dullest clean clip 4,750. */
  narrowBandHz: 4_000,
  /** dB. Hum further below speech is masked by it: clean clips carry some 26 and 33 below, nobody notices. */
  humBelowSpeechDb: 22,
  /** dB. Two voices 6 dB apart spread over up to 11, two 20 dB apart over 20 and more. */
  levelSpreadDb: 15,
  /** Mean of the samples, of full scale. A good converter has 0.001; loud noise of low frequencies reaches 0.02. */
  dcOffset: 0.03,
  /** Share of speech below which a recording with a pause of `longPauseS` is mostly silence. */
  speechShare: 0.15,
  longPauseS: 30,
};
