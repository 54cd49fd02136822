/** Returns the pitch in mel of a frequency in Hz (O'Shaughnessy 1987), as in HTK and Kaldi. */
export const toMel = (hz: number) => 1127 * Math.log(1 + hz / 700);
