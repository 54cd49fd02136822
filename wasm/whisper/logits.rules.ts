/** The token ids and limits that the choice of the next token depends on. */
export type ChoiceRules = {
  endOfText: number;
  /** Id of the token of 0.00 s. This id and all larger ones are timestamps. */
  firstTimestamp: number;
  /** Tokens that are never chosen (the model's `suppress_tokens`). */
  suppressed: readonly number[];
  /** Tokens that are never chosen first (`begin_suppress_tokens`). */
  suppressedFirst: readonly number[];
  /** Latest timestamp with which a window may begin, in steps of 0.02 s. */
  latestFirstStep: number;
};

type Choice = { id: number; logProbability: number };

// A term smaller than e^-20 of the largest one does not change a sum of 52,000 terms.
const negligible = 20;

/**
 * Chooses the most probable allowed token by the rules of Whisper's reference program: timestamps come in pairs and
 * never decrease, the first token is a timestamp, and a timestamp is chosen if all timestamps together are likelier
 * than any word. Tokens between the end of text and the first timestamp (languages, tasks) are never chosen. The
 * probability is relative to the allowed tokens.
 * @param logits one row; entries of suppressed tokens are overwritten
 * @param written tokens that were chosen so far in this window
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
  // A pair of timestamps is followed by words. A single one is followed by its pair or the end.
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

/** Returns the sum of the exponentials. It has two accumulators, because each addition waits for the one before it. */
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

/** Returns e^−`fall` to six digits, five times as fast as `Math.exp`. It is called five million times per window. */
function powerOf(fall: number): number {
  if (!(fall < negligible)) return 0;
  const steps = fall * stepsPerUnit;
  const whole = Math.trunc(steps);
  return powers[whole]! * (1 + (whole - steps) / stepsPerUnit);
}

/** Returns the softmax probability of one token. */
export function probabilityOf(logits: Float32Array, id: number): number {
  const { logit } = bestOf(logits, 0, logits.length);
  return Math.exp((logits[id] ?? -Infinity) - logit) / sumOf(logits, 0, logits.length, logit);
}
