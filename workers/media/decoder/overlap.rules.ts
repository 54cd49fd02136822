/**
 * Largest energy of the difference as a share of the tail's energy: 30 dB below it. Most codecs give exactly the same
 * samples again some seconds after a seek. AAC and AC-3 fill gaps with noise, which differs by 33 to 56 dB below speech,
 * while sound that is shifted by one sample differs by 10 to 18 dB.
 */
const mostShare = 1e-3;
/** The next best place must differ by this many times as much energy. */
const leastLead = 4;
/** A place is examined only if the loudest samples of the tail are found there, with this share of the peak as tolerance. */
const anchorShare = 0.1;
const anchorCount = 4;
/** Number of samples that may be compared. Sound without clear places, such as a hum, would need far more. */
const maxCompared = 2e8;

/** Returns the loudest sample in each quarter of the tail. */
function anchorsOf(tail: Float32Array): number[] {
  const part = Math.ceil(tail.length / anchorCount);
  return Array.from({ length: anchorCount }, (_, quarter) => {
    let loudest = Math.min(quarter * part, tail.length - 1);
    const end = Math.min(tail.length, (quarter + 1) * part);
    for (let i = loudest; i < end; i++) if (Math.abs(tail[i]!) > Math.abs(tail[loudest]!)) loudest = i;
    return loudest;
  });
}

/** Returns the one place that differs from the tail by the energy `most` at most; null if none or several could be meant. */
function onlyPlace(sound: Float32Array, tail: Float32Array, channels: number, most: number): number | null {
  const anchors = anchorsOf(tail);
  const peak = Math.max(...anchors.map((at) => Math.abs(tail[at]!)));
  const tolerance = most > 0 ? anchorShare * peak : 0;
  let place = -1;
  let least = Infinity;
  let next = Infinity;
  let compared = 0;
  for (let at = 0; at + tail.length <= sound.length; at += channels) {
    if (anchors.some((i) => Math.abs(sound[at + i]! - tail[i]!) > tolerance)) continue;
    const enough = leastLead * Math.min(least, most);
    let energy = 0;
    let i = 0;
    for (; i < tail.length && energy <= enough; i++) energy += (sound[at + i]! - tail[i]!) ** 2;
    compared += i;
    if (compared > maxCompared) return null;
    if (energy > enough) continue;
    next = Math.min(next, Math.max(energy, least));
    if (energy < least) {
      least = energy;
      place = at;
    }
  }
  return least <= most && next > leastLead * least ? place : null;
}

/**
 * Looks in `sound` for `tail`, the last samples of the same sound that an earlier run has decoded. Both are interleaved.
 * Returns the number of frames of `sound` up to the end of the tail. Returns null if the tail is not there, or if it could
 * be in several places, as silence is.
 */
export function findOverlap(sound: Float32Array, tail: Float32Array, channels: number): number | null {
  const energy = tail.reduce((sum, sample) => sum + sample ** 2, 0);
  if (energy === 0) return null;
  const place = onlyPlace(sound, tail, channels, 0) ?? onlyPlace(sound, tail, channels, mostShare * energy);
  return place === null ? null : (place + tail.length) / channels;
}
