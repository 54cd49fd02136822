import type { Page } from '@playwright/test';
import { timeOfSound } from './pitch-code.ts';

const sampleRate = 24_000;
/** Length of the sound that is recorded at each place, s. */
const listenedS = 0.5;

/** Moves a paused audio element to each place, plays, and returns the samples from the first audible one on. Runs in the page. */
function listen({ url, places, listenedS, sampleRate }: Listening): Promise<number[][]> {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const until = (audio: HTMLAudioElement, name: string) =>
    new Promise<void>((resolve, reject) => {
      audio.addEventListener(name, () => resolve(), { once: true });
      audio.addEventListener('error', () => reject(new Error('The sound does not play.')), { once: true });
    });
  return (async () => {
    const context = new AudioContext({ sampleRate });
    await context.resume();
    const audio = new Audio(url);
    audio.preload = 'auto';
    await until(audio, 'loadedmetadata');
    const source = context.createMediaElementSource(audio);
    source.connect(context.destination);
    const recorded: number[][] = [];
    while (recorded.length < places.length) {
      const sought = until(audio, 'seeked');
      audio.currentTime = places[recorded.length]!;
      await sought;
      // Each place has a new analyser, because an analyser holds the last 1.4 s, also of the place before.
      const analyser = new AnalyserNode(context, { fftSize: 32_768 });
      const quiet = new GainNode(context, { gain: 0 });
      source.connect(analyser).connect(quiet).connect(context.destination);
      await audio.play();
      const samples = new Float32Array(analyser.fftSize);
      let first = -1;
      while (first < 0 || samples.length - first < listenedS * sampleRate) {
        await pause(20);
        analyser.getFloatTimeDomainData(samples);
        first = samples.findIndex((sample) => Math.abs(sample) > 1e-3);
        // The beginning was missed, because the machine is busy. This place is repeated.
        if (first === 0) break;
      }
      audio.pause();
      source.disconnect(analyser);
      quiet.disconnect();
      if (first > 0) recorded.push([...samples.subarray(first, first + listenedS * sampleRate)]);
    }
    audio.removeAttribute('src');
    audio.load();
    await context.close();
    return recorded;
  })();
}

type Listening = { url: string; places: readonly number[]; listenedS: number; sampleRate: number };

/**
 * Returns for each place how far the sound that the page plays is from it, s. Positive: the sound is from a later time. The
 * sound of `url` is made by `pitchCoded`.
 */
export async function playbackOffsets(page: Page, url: string, places: readonly number[]): Promise<number[]> {
  const recorded = await page.evaluate(listen, { url, places, listenedS, sampleRate });
  return recorded.map((samples, i) => timeOfSound(Float32Array.from(samples), sampleRate) - places[i]!);
}

/** Returns places spread over the sound, s, away from the borders between the stretches of the pitch code. */
export const placesIn = (seconds: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => {
    const at = ((i + 0.5) * seconds) / count;
    return Math.round((at - (at % 10) + 3 + (i % 4) * 0.917) * 1000) / 1000;
  });
