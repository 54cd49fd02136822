import { describe, expect, it } from 'vitest';
import { countFrames, cutEdges, ratesOf, sumCounts, toFrames } from './vad-score.ts';

describe('the score of a voice activity detector', () => {
  it('looks at frames of 10 ms', () => {
    expect([...toFrames([[0.02, 0.04]], 0.06)]).toEqual([0, 0, 1, 1, 0, 0]);
    expect([...toFrames([[-1, 0.014]], 0.03)]).toEqual([1, 0, 0]);
    expect([...toFrames([[0.01, 9]], 0.03)]).toEqual([0, 1, 1]);
  });

  it('tells what was missed from what was invented', () => {
    const counts = countFrames([[1, 3]], [[1.5, 4]], 10);
    expect(counts).toEqual({ speech: 200, missed: 50, other: 800, false: 100 });
    expect(ratesOf(counts)).toEqual({ miss: 25, falseAlarm: 12.5, balanced: 18.75 });
  });

  it('gives "always speech" and "never speech" a balanced error of a half', () => {
    expect(ratesOf(countFrames([[1, 3]], [[0, 10]], 10)).balanced).toBe(50);
    expect(ratesOf(countFrames([[1, 3]], [], 10)).balanced).toBe(50);
  });

  it('leaves the neighbourhood of a boundary out when asked, but not the ends of the recording', () => {
    const counts = countFrames([[0, 3]], [[0.2, 3.2]], 10, 0.25);
    expect(counts).toEqual({ speech: 275, missed: 20, other: 675, false: 0 });
  });

  it('has no rate to speak of where there are no such frames', () => {
    expect(ratesOf(countFrames([], [[0, 1]], 10))).toEqual({ miss: 0, falseAlarm: 10, balanced: 5 });
    expect(ratesOf(sumCounts([]))).toEqual({ miss: 0, falseAlarm: 0, balanced: 0 });
  });

  it('weighs recordings by their frames', () => {
    const one = countFrames([[0, 1]], [], 1);
    const four = countFrames([[0, 4]], [[0, 4]], 4);
    expect(ratesOf(sumCounts([one, four])).miss).toBe(20);
  });

  it('counts beginnings and ends that were cut off', () => {
    const speech: [number, number][] = [
      [1, 2],
      [3, 4],
    ];
    expect(cutEdges(speech, [[0.9, 4.1]])).toBe(0);
    expect(cutEdges(speech, [[1.02, 3.98]])).toBe(0);
    expect(cutEdges(speech, [[1.1, 2.5]])).toBe(75);
    expect(cutEdges(speech, [])).toBe(100);
    expect(cutEdges([], [[1, 2]])).toBe(0);
  });
});
