export type SpeechLevel = {
  /** One frame: its power (mean square about its mean) and its probability of speech. */
  push(power: number, probability: number): void;
  result(): {
    /** Level of the frames with speech, dBFS (0 = square wave at full scale); null without any. */
    speechDbfs: number | null;
    /** Level between speech (median; without pauses, that of the quietest tenth), dBFS; null without speech. */
    noiseDbfs: number | null;
    /** Speech above noise, dB; null where one of the two is missing. */
    snrDb: number | null;
  };
};

const speechFrom = 0.5;
/** Room sound is what has no trace of speech for a quarter of a second around it: reverberation and breath do not count. */
const noiseBelow = 0.15;
const guardFrames = 8;
/** A third of a second of speech, a second of room, are the least to judge by. */
const minSpeechFrames = 10;
const minNoiseFrames = 31;
/** Who speaks without a pause still breathes: where there is no room sound, the quieter frames of all stand for it. */
const quietShare = 0.1;
/** Digital silence between words would make the ratio infinite. */
const floorPower = 1e-10;
const bins = 240;

const toDb = (power: number) => 10 * Math.log10(power);
/** Bins of half a dB from -120 to 0 dBFS. */
const toBin = (power: number) => Math.max(0, Math.min(bins - 1, Math.floor((toDb(power) + 120) * 2)));

function createHistogram() {
  const counts = new Uint32Array(bins);
  const sums = new Float64Array(bins);
  let total = 0;
  return {
    get total() {
      return total;
    },
    add(power: number) {
      const bin = toBin(power);
      counts[bin]! += 1;
      sums[bin]! += power;
      total++;
    },
    /** The power that `share` of the frames do not exceed. */
    quantile(share: number): number {
      let seen = 0;
      for (let bin = 0; bin < bins; bin++) {
        seen += counts[bin]!;
        if (seen > 0 && seen >= total * share) return sums[bin]! / counts[bin]!;
      }
      return floorPower;
    },
  };
}

/** Levels of speech and of what is between it, in constant memory. */
export function createSpeechLevel(): SpeechLevel {
  const room = createHistogram();
  const all = createHistogram();
  const line: number[] = [];
  let sinceSound = 0;
  let speechPower = 0;
  let speechFrames = 0;

  return {
    push(rawPower, probability) {
      const power = Math.max(rawPower, floorPower);
      all.add(power);
      if (probability >= speechFrom) {
        speechPower += power;
        speechFrames++;
      }
      sinceSound = probability < noiseBelow ? sinceSound + 1 : 0;
      line.push(power);
      if (line.length > guardFrames + 1) line.shift();
      // The oldest frame of the line has `guardFrames` quiet frames after it, and as many before.
      if (sinceSound > guardFrames * 2) room.add(line[0]!);
    },
    result() {
      if (speechFrames < minSpeechFrames) return { speechDbfs: null, noiseDbfs: null, snrDb: null };
      const speech = speechPower / speechFrames;
      const noise = room.total >= minNoiseFrames ? room.quantile(0.5) : all.quantile(quietShare);
      // A frame of speech holds the noise as well.
      const snr = Math.max(speech - noise, noise * 0.01) / noise;
      return { speechDbfs: toDb(speech), noiseDbfs: toDb(noise), snrDb: toDb(snr) };
    },
  };
}
