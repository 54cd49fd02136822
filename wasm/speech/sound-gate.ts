/** The floor rises by this a frame (1.6 dB a second), so that it stays with the room while somebody speaks. */
const riseDb = 0.05;
/** The room is what is heard where the model hears nobody: mean of the levels, over some 20 frames. */
const nobodyBelow = 0.1;
const roomShare = 0.05;
/** Below this there is nothing but the noise of a 16-bit converter. */
const lowestDbfs = -80;

/**
 * Tells frame by frame whether there is clearly more than what is always there: whether its level (dBFS) is more than
 * `marginDb` above the room, and above a floor that falls at once and rises slowly, for a recording without a pause. Noise
 * that comes and goes is room, not sound: by the floor alone it drew the edges of speech outwards. Two frames make a floor;
 * one may be a dropout.
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
