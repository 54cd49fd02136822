import { LogitsProcessorList, Tensor, WhisperTimeStampLogitsProcessor } from '@huggingface/transformers';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseToken, probabilityOf, type ChoiceRules } from './logits.rules.ts';

// Token ids: words 0 to 9, end of text 10, specials 11 to 14, timestamps from 15.
const rules: ChoiceRules = {
  endOfText: 10,
  firstTimestamp: 15,
  suppressed: [3],
  suppressedFirst: [],
  latestFirstStep: 4,
};
const size = 30;
const logitsWith = (values: Record<number, number>) => {
  const logits = new Float32Array(size).fill(-50);
  for (const [id, value] of Object.entries(values)) logits[Number(id)] = value;
  return logits;
};
const choose = (values: Record<number, number>, written: number[] = [15, 1]) =>
  chooseToken(logitsWith(values), written, rules);

describe('the next token', () => {
  it('is the most probable one that may be written, with its probability among these', () => {
    const { id, logProbability } = choose({ 3: 9, 12: 8, 1: 5, 2: 5 - Math.log(3) });
    expect(id).toBe(1);
    expect(Math.exp(logProbability)).toBeCloseTo(0.75, 3);
  });

  it('is a time at the beginning, and not a late one', () => {
    expect(choose({ 1: 9, 10: 8, 16: 1, 25: 5 }, []).id).toBe(16);
  });

  it('is a word after a pair of times or the first one', () => {
    expect(choose({ 18: 9, 2: 1 }, [15]).id).toBe(2);
    expect(choose({ 18: 9, 2: 1 }, [15, 1, 17, 17]).id).toBe(2);
  });

  it('is a time or the end after a single time', () => {
    expect(choose({ 2: 9, 18: 1 }, [15, 1, 17]).id).toBe(18);
    expect(choose({ 2: 9, 10: 2, 18: 1 }, [15, 1, 17]).id).toBe(10);
  });

  it('is never a time before the last one, nor the same where a segment ends', () => {
    expect(choose({ 15: 9, 19: 1 }, [17, 1]).id).toBe(19);
    expect(choose({ 17: 9, 19: 1 }, [17, 1]).id).toBe(19);
    expect(choose({ 17: 9, 19: 1 }, [15, 1, 17]).id).toBe(17);
  });

  it('is a time where all times together are likelier than any word', () => {
    expect(choose({ 1: 5, 20: 4.5, 21: 4.4 }).id).toBe(20);
    expect(choose({ 1: 5, 20: 4, 21: 3 }).id).toBe(1);
  });

  it('is the end where nothing may follow', () => {
    expect(chooseToken(new Float32Array(size).fill(-Infinity), [15, 1], rules).id).toBe(10);
  });

  it('is what the library chooses with its own rules, wherever these do not let times go back', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -8, max: 8, noNaN: true }), { minLength: size, maxLength: size }),
        fc.constantFrom([15], [15, 1], [15, 1, 2], [15, 1, 15], [15, 1, 15, 15, 4]),
        (values, written) => {
          const logits = Float32Array.from(values);
          // The library's processor lacks these rules: special tokens, and timestamps that do not advance.
          logits.fill(-Infinity, 11, 15);
          logits[3] = -Infinity;
          logits[15] = -Infinity;
          const theirs = new LogitsProcessorList();
          const config = { eos_token_id: 10, no_timestamps_token_id: 14, max_initial_timestamp_index: 4 };
          theirs.push(new WhisperTimeStampLogitsProcessor(config as never, [100]));
          const tensor = new Tensor('float32', logits.slice(), [1, size]);
          theirs(([[100, ...written]] as number[][]).map((row) => row.map(BigInt)) as never, tensor);
          const row = tensor.data as Float32Array;
          expect(chooseToken(logits, written, rules).id).toBe(row.indexOf(Math.max(...row)));
        },
      ),
    );
  });

  it('knows how probable any single one is', () => {
    expect(probabilityOf(Float32Array.of(Math.log(1), Math.log(3)), 1)).toBeCloseTo(0.75, 6);
    expect(probabilityOf(Float32Array.of(0, 0), 7)).toBe(0);
  });
});
