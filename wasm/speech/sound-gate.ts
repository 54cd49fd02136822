/** Rise of the floor per frame (1.6 dB a second), slow enough to stay at the noise floor during speech. */
const riseDb = 0.05;
/** The noise level is the mean of about 20 frames in which the probability of speech is below `nobodyBelow`. */
const nobodyBelow = 0.1;
const roomShare = 0.05;
const lowestDbfs = -80;

/**
 * Returns a function that tells for each frame whether its level (dBFS) is more than `marginDb` above the noise level,
 * and above a floor that falls at once and rises slowly. The floor is for recordings without pauses, the noise level
 * for intermittent noise, which raises it: the floor alone extended speech into that noise. The floor is the maximum of
 * two frames, because one may be a dropout.
 */
export function createSoundGate(marginDb: number): (levelDbfs: number, probability: number) => boolean {
  let floor = Infinity;
  let last = -Infinity;
  let room: number | null = null;
  return (levelDbfs, probability) => {
    const level = Math.max(lowestDbfs, levelDbfs);
    floor = Math.min(Math.max(level, last), floor + riseDb);
    last = level;
    if (probability < nobodyBelow) room = room === null ? level : room + roomShare * (level - room);
    return levelDbfs > Math.max(floor, room ?? lowestDbfs) + marginDb;
  };
}
