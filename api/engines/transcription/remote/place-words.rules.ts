import type { Word } from '#api/contract/transcript.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { snapWords, soundsWithin, spreadWords } from '#wasm/transcription/word-times.ts';
import type { Timing } from './written-words.rules.ts';
import { toRecording, type Part } from './part.rules.ts';

type Place = {
  part: Part;
  /** Times of the segment in the sent audio, s. */
  span: TimeSpan;
  /** Frame levels of the whole recording, dBFS. */
  levels: Float32Array;
  /** Earliest start of a word, s of the recording. */
  fromS: number;
  /** Confidence of words for which the server reports none, 0 to 1. */
  confidence: number;
};

/**
 * Returns the words of a segment with times of the recording, ascending and without overlap. Words without times are
 * spread over the audio between the words beside them, or over the segment if no word has a time.
 */
export function placeWords(
  texts: readonly string[],
  timings: readonly (Timing | null)[],
  place: Place,
): Word[] {
  const { part, span, levels, confidence } = place;
  const untimed = texts.map((text, index) => ({
    text,
    confidence: roundMs(Math.min(1, Math.max(0, timings[index]?.confidence ?? confidence))),
  }));
  const spread = (from: number, to: number, sent: TimeSpan): Word[] => {
    const sounds = toRecording(part, sent).flatMap((each) => soundsWithin(levels, each));
    return snapWords(spreadWords(untimed.slice(from, to), sounds), levels);
  };
  const words: Word[] = [];
  for (let at = 0; at < texts.length;) {
    const timing = timings[at];
    if (timing) {
      const [start, end] = longest(toRecording(part, [timing.start, timing.end]));
      words.push({ ...(untimed[at] as Word), start, end });
      at++;
      continue;
    }
    let next = at + 1;
    while (next < texts.length && !timings[next]) next++;
    const from = timings[at - 1]?.end ?? span[0];
    const to = timings[next]?.start ?? span[1];
    words.push(...spread(at, next, [from, Math.max(from, to)]));
    at = next;
  }
  return inOrder(words, place.fromS);
}

const longest = (spans: readonly TimeSpan[]): TimeSpan =>
  spans.reduce((best, each) => (each[1] - each[0] > best[1] - best[0] ? each : best));

/**
 * Makes the starts ascend, and ends each word before the next one starts: reported times overlap by some hundredths of
 * a second.
 */
function inOrder(words: readonly Word[], fromS: number): Word[] {
  let earliest = fromS;
  const starts = words.map(({ start }) => (earliest = Math.max(earliest, start)));
  return words.map((word, index) => {
    const start = starts[index] as number;
    const end = Math.max(start, Math.min(word.end, starts[index + 1] ?? Infinity));
    return { ...word, start, end };
  });
}

const roundMs = (value: number) => Math.round(value * 1000) / 1000;
