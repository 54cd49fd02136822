/** What of a Whisper vocabulary the choice of the next token depends on. */
export type ChoiceRules = {
  endOfText: number;
  /** The token of 0.00 s; everything from here on is a time. */
  firstTimestamp: number;
  /** Never written (the model's `suppress_tokens`). */
  suppressed: readonly number[];
  /** Not written first (`begin_suppress_tokens`). */
  suppressedFirst: readonly number[];
  /** The latest time that a window may begin with, in steps of 0.02 s. */
  latestFirstStep: number;
};

export type Choice = { id: number; logProbability: number };

// smaller ones than e^-20 of the largest cannot be seen in a sum of 52,000
const negligible = 20;

/**
 * The most probable token that may follow, by the rules of Whisper's reference program: times come in pairs and never go
 * back, the first token is a time, and a time is written where all times together are likelier than any word. What stands
 * between the end of text and the first time (languages, tasks) is never written. The probability is that among what is allowed.
 * @param logits one row; suppressed places are overwritten
 * @param written what was chosen so far in this window
 */
export function chooseToken(logits: Float32Array, written: readonly number[], rules: ChoiceRules): Choice {
  const { endOfText, suppressed, suppressedFirst } = rules;
  for (const id of suppressed) logits[id] = -Infinity;
  if (written.length === 0) for (const id of suppressedFirst) logits[id] = -Infinity;
  const allowed = allowedAfter(written, rules, logits.length);
  const text = bestOf(logits, 0, allowed.text ? endOfText : 0);
  if (allowed.end && logits[endOfText]! > text.logit)
    Object.assign(text, { id: endOfText, logit: logits[endOfText] });
  const time = bestOf(logits, allowed.earliestTime, allowed.latestTime + 1);
  const largest = Math.max(text.logit, time.logit);
  const textSum =
    sumOf(logits, 0, allowed.text ? endOfText : 0, largest) +
    (allowed.end ? Math.exp(logits[endOfText]! - largest) : 0);
  const timeSum = sumOf(logits, allowed.earliestTime, allowed.latestTime + 1, largest);
  const isTime = timeSum > 0 && Math.log(timeSum) > text.logit - largest;
  const { id, logit } = isTime ? time : text;
  const sum = isTime ? timeSum : textSum + timeSum;
  return { id: id < 0 ? endOfText : id, logProbability: id < 0 ? 0 : logit - largest - Math.log(sum) };
}

function allowedAfter(written: readonly number[], rules: ChoiceRules, size: number) {
  const { firstTimestamp, latestFirstStep } = rules;
  const last = size - 1;
  if (written.length === 0)
    return {
      text: false,
      end: false,
      earliestTime: firstTimestamp,
      latestTime: Math.min(last, firstTimestamp + latestFirstStep),
    };
  const isTime = (id: number | undefined) => id !== undefined && id >= firstTimestamp;
  const before = written.findLast(isTime) ?? firstTimestamp;
  if (!isTime(written.at(-1))) return { text: true, end: true, earliestTime: before + 1, latestTime: last };
  // a pair is complete: words follow; a single one is an end: its pair follows, or nothing
  if (written.length < 2 || isTime(written.at(-2)))
    return { text: true, end: true, earliestTime: size, latestTime: last };
  return { text: false, end: true, earliestTime: before, latestTime: last };
}

function bestOf(logits: Float32Array, from: number, to: number) {
  let id = -1;
  let logit = -Infinity;
  for (let at = from; at < to; at++) {
    const value = logits[at] as number;
    if (value > logit) {
      logit = value;
      id = at;
    }
  }
  return { id, logit };
}

/** In two sums, since an addition waits for the one before. */
function sumOf(logits: Float32Array, from: number, to: number, largest: number): number {
  let [even, odd] = [0, 0];
  for (let at = from; at < to; at += 2) {
    even += powerOf(largest - logits[at]!);
    if (at + 1 < to) odd += powerOf(largest - logits[at + 1]!);
  }
  return even + odd;
}

const stepsPerUnit = 1024;
const powers = Float64Array.from({ length: negligible * stepsPerUnit }, (_, at) =>
  Math.exp(-at / stepsPerUnit),
);

/** e to the power of −`fall`, to six digits, in a fifth of the time of `Math.exp`: a window asks five million times. */
function powerOf(fall: number): number {
  if (!(fall < negligible)) return 0;
  const steps = fall * stepsPerUnit;
  const whole = Math.trunc(steps);
  return powers[whole]! * (1 + (whole - steps) / stepsPerUnit);
}

/** Probability of one token among all. */
export function probabilityOf(logits: Float32Array, id: number): number {
  const { logit } = bestOf(logits, 0, logits.length);
  return Math.exp((logits[id] ?? -Infinity) - logit) / sumOf(logits, 0, logits.length, logit);
}
