import type { Page } from '@playwright/test';
import { heardAt } from './pitch-code.ts';

const sampleRate = 24_000;
/** Recorded length at each place, s. */
const listenedS = 0.5;

/** Seeks a paused player to each place, plays, and returns its samples from the first audible one on. Runs in the page. */
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
    const heard: number[][] = [];
    while (heard.length < places.length) {
      const sought = until(audio, 'seeked');
      audio.currentTime = places[heard.length]!;
      await sought;
      // A new analyser for each place: it holds the last 1.4 s, also of the place before.
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
        // The beginning was missed on a busy machine: repeat this place.
        if (first === 0) break;
      }
      audio.pause();
      source.disconnect(analyser);
      quiet.disconnect();
      if (first > 0) heard.push([...samples.subarray(first, first + listenedS * sampleRate)]);
    }
    audio.removeAttribute('src');
    audio.load();
    await context.close();
    return heard;
  })();
}

type Listening = { url: string; places: readonly number[]; listenedS: number; sampleRate: number };

/** Offsets between the asked places of pitch-coded sound and what the page's player plays, s; positive if later. */
export async function besideIn(page: Page, url: string, places: readonly number[]): Promise<number[]> {
  const heard = await page.evaluate(listen, { url, places, listenedS, sampleRate });
  return heard.map((samples, i) => heardAt(Float32Array.from(samples), sampleRate) - places[i]!);
}

/** Places spread over the sound, s, away from the borders of the pitch code. */
export const placesIn = (seconds: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => {
    const at = ((i + 0.5) * seconds) / count;
    return Math.round((at - (at % 10) + 3 + (i % 4) * 0.917) * 1000) / 1000;
  });
