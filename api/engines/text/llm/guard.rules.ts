/** Shortest match with our prompt that counts, characters. A shorter one may be chance. */
const stretch = 60;

const flat = (text: string): string => text.replace(/\\[nrt]|\s+/g, ' ');

/** Returns a function that detects whether an answer recites the system prompt. */
export function createRecital(system: string): (answer: string) => boolean {
  const ours = flat(system);
  const stretches = new Set<string>();
  for (let at = 0; at + stretch <= ours.length; at += 1) stretches.add(ours.slice(at, at + stretch));
  return (answer) => {
    const text = flat(answer);
    for (let at = 0; at + stretch <= text.length; at += 1)
      if (stretches.has(text.slice(at, at + stretch))) return true;
    return false;
  };
}

const minLoop = 24;
const minRounds = 6;

/** Whether a text ends with the same words repeated over and over, a typical failure of models. */
export function isLooping(text: string, leastRounds = minRounds): boolean {
  for (let length = minLoop; length <= 400 && length * leastRounds <= text.length; length += 1) {
    const end = text.slice(-length);
    let from = text.length - length;
    let rounds = 1;
    while (from >= length && text.startsWith(end, from - length)) {
      from -= length;
      rounds += 1;
    }
    if (rounds >= leastRounds) return true;
  }
  return false;
}
