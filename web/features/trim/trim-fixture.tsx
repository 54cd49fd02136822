import type { i18n as I18n } from 'i18next';
import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { proxy } from 'valtio';
import { de } from '#web/i18n/de/index.ts';
import type { Span } from './span.rules.ts';
import type { TrimPlayer } from './trim-toolbar.tsx';

/**
 * For tests: returns 2:30 h of speech with 300 long pauses and silence at both ends, in the form in which the analysis
 * returns it.
 */
export function longRecording(): { durationS: number; speech: Span[]; pairs: Int8Array } {
  const durationS = 9000;
  const speech = Array.from({ length: 301 }, (_, index): Span => {
    const startS = 60 + index * 29.4;
    return [startS, startS + 12 + ((index * 7) % 11)];
  });
  const pairs = new Int8Array(durationS * 100 * 2);
  let seed = 1;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (let pair = 0; pair < pairs.length / 2; pair += 1) {
    const timeS = pair / 100;
    const [startS, endS] = speech[Math.floor((timeS - 60) / 29.4)] ?? [0, 0];
    const isSpeech = timeS >= startS && timeS < endS;
    const swell = Math.abs(Math.sin(timeS * 2.3) * Math.sin(timeS * 0.31) * Math.sin(timeS * 0.002 + 1));
    const level = isSpeech ? 4 + 90 * swell * random() : 1 + 2 * random();
    pairs[pair * 2] = -level;
    pairs[pair * 2 + 1] = level;
  }
  return { durationS, speech, pairs };
}

export async function germanWords(): Promise<I18n> {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({
    lng: 'de',
    resources: { de: { translation: de } },
    interpolation: { escapeValue: false },
  });
  return i18n;
}

export function createFakePlayer(durationS: number): TrimPlayer & { log: string[] } {
  const log: string[] = [];
  const round = (timeS: number) => Math.round(timeS * 100) / 100;
  const state = proxy<TrimPlayer['state']>({
    status: 'ready',
    isPlaying: false,
    positionS: 0,
    durationS,
    rate: 1,
    isMuted: false,
    volume: 1,
    isWaiting: false,
    isSlow: false,
    finds: [],
  });
  return {
    log,
    state,
    position: () => state.positionS,
    seek: (timeS) => {
      state.positionS = timeS;
      log.push(`seek ${round(timeS)}`);
    },
    pause: () => log.push('pause'),
    toggle: () => log.push('toggle'),
    playSpan: (fromS, toS, skips = []) =>
      log.push(`play ${round(fromS)} to ${round(toS)} without ${skips.length}`),
    setSkips: (skips) => log.push(`skip ${skips.length}`),
  };
}
