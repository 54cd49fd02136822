import { describe, expect, it } from 'vitest';
import type { QualityReason } from '#wasm/measure/verdict.ts';
import { scoresOf, type Outcome } from './quality-eval.ts';

const outcome = (
  fault: Outcome['fault'],
  name: string,
  found: QualityReason[],
  isStated = true,
): Outcome => ({
  clip: 'a.wav',
  fault,
  name,
  isStated,
  found,
  trueSnrDb: null,
  snrDb: null,
});

describe('precision and recall', () => {
  it('count what is missed, and what is found elsewhere', () => {
    const scores = scoresOf('quality.hum', [
      outcome('quality.hum', 'hum 50 Hz 15 dB', ['quality.hum']),
      outcome('quality.hum', 'hum 60 Hz 15 dB', ['quality.hum', 'quality.noisy']),
      outcome('quality.hum', 'hum 60 Hz 15 dB', []),
      outcome('none', 'clean', ['quality.hum']),
      outcome('quality.noisy', 'white noise 0 dB', ['quality.noisy']),
    ]);
    expect(scores).toMatchObject({ stated: 3, precision: 2 / 3, recall: 2 / 3, wrongIn: ['a.wav (clean)'] });
  });

  it('do not count a fault below its stated strength, nor what is truly caused', () => {
    const scores = scoresOf('quality.noisy', [
      outcome('quality.noisy', 'white noise 5 dB', ['quality.noisy']),
      outcome('quality.noisy', 'white noise 20 dB', [], false),
      outcome('quality.noisy', 'white noise 10 dB', ['quality.noisy'], false),
      outcome('quality.hum', 'hum 50 Hz 10 dB below speech', ['quality.noisy']),
    ]);
    expect(scores).toMatchObject({ stated: 1, precision: 1, recall: 1 });
  });

  it('do not exist where nothing was made or found', () => {
    expect(scoresOf('quality.hum', [])).toMatchObject({ precision: null, recall: null });
  });
});
