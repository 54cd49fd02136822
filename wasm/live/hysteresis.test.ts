import { describe, expect, it } from 'vitest';
import { createHysteresis, type Evidence } from './hysteresis.ts';

const times = { onsetS: 2, releaseS: 3, leastS: 5 };

/** One second per character: + for, - against, ? unknown. Returns the state after each. */
function played(script: string, mayBegin = true) {
  const hysteresis = createHysteresis();
  const evidence: Record<string, Evidence> = { '+': 'on', '-': 'off', '?': 'unknown' };
  return [...script]
    .map((sign) => {
      hysteresis.push(evidence[sign]!, 1, times, mayBegin);
      return hysteresis.isOn ? '#' : '.';
    })
    .join('');
}

describe('a warning that does not flap', () => {
  it.each([
    ['begins after its onset', '+++', '.##'],
    ['does not begin where the evidence breaks off', '+-+-+-+-', '........'],
    ['ends after its release', '++++++++-----', '.#########...'],
    ['does not end where the evidence against it breaks off', '++++++++--+--+--+--', '.##################'],
    ['stays for a while at least', '++-------', '.#####...'],
    ['neither begins nor ends by what is unknown', '+???+??????---', '....#########.'],
  ])('%s', (_name, script, expected) => {
    expect(played(script)).toBe(expected);
  });

  it('does not begin where it may not, and begins at once when it lasts until it may', () => {
    const hysteresis = createHysteresis();
    for (let i = 0; i < 10; i++) hysteresis.push('on', 1, times, false);
    expect(hysteresis.isOn).toBe(false);
    hysteresis.push('on', 1, times, true);
    expect(hysteresis.isOn).toBe(true);
  });

  it('ends also where nothing may begin', () => {
    const hysteresis = createHysteresis();
    for (let i = 0; i < 10; i++) hysteresis.push('on', 1, times, true);
    for (let i = 0; i < 3; i++) hysteresis.push('off', 1, times, false);
    expect(hysteresis.isOn).toBe(false);
  });

  it('stays on under lasting evidence even if it would be released at once', () => {
    const hysteresis = createHysteresis();
    for (let i = 0; i < 10; i++) {
      hysteresis.push('on', 1, { onsetS: 0, releaseS: 0, leastS: 1 }, true);
      expect(hysteresis.isOn).toBe(true);
    }
  });
});
