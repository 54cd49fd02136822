import type { DictatedText } from '#workers/store/store.contract.ts';

/** Time between a spoken word and its first interim result, s. */
const recognitionLagS = 0.5;

type TextTimes = {
  /** Notes the time at which a text begins, unless one has begun already. */
  begin(): void;
  /**
   * Passes a final text with its times in the recording to `onText`. The next text has its own times. An empty text is
   * dropped.
   */
  end(text: string): void;
};

/** Determines where recognized texts start and end in the recording, s, because the Web Speech API reports no times. */
export function createTextTimes(deps: { position(): number; onText(text: DictatedText): void }): TextTimes {
  let startS: number | null = null;
  let formerEndS = 0;
  return {
    begin() {
      startS ??= Math.max(formerEndS, deps.position() - recognitionLagS);
    },
    end(text) {
      const spoken = text.trim();
      const nowS = deps.position();
      // A new segment of the recording counts from 0 again.
      if (nowS < formerEndS) formerEndS = 0;
      if (spoken !== '') {
        const fromS = startS ?? Math.max(formerEndS, nowS - recognitionLagS);
        deps.onText({ start: Math.min(fromS, nowS), end: nowS, text: spoken });
        formerEndS = nowS;
      }
      startS = null;
    },
  };
}
