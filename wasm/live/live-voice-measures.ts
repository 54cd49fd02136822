import { powerToDb } from '#wasm/dsp/decibel.ts';
import type { MonoResampler, ResamplerInput } from '#wasm/dsp/resample.ts';
import { createHum } from '#wasm/measure/hum.ts';
import { createFft } from '#wasm/dsp/fft.ts';
import { createSpeechLevel, firstBin } from '#wasm/measure/speech-level.ts';
import { frameSamples, voiceRate } from '#wasm/speech/detect.ts';
import { createSlidingPair } from './sliding-pair.ts';
import { createLiveEcho, echoRate, type EchoFound } from './live-echo.ts';

export type LiveVoiceMeasures = {
  isSpeech: boolean;
  /** Duration of the last speech, s, at most 5, and its level, dBFS. Both stay until the next speech. */
  spokenS: number;
  speechDbfs: number | null;
  /** Time since the last speech, s; Infinity before the first speech. */
  sinceSpeechS: number;
  /** Signal-to-noise ratio of the last 5 to 10 s, dB. */
  snrDb: number | null;
  /** Median level of the last 2 s without speech, dBFS; null if they are too long ago. */
  roomDbfs: number | null;
  /** Level of mains hum in the last 6 to 12 s, dBFS; null without hum. */
  humDbfs: number | null;
  echo: EchoFound | null;
};

type LiveVoiceMeter = {
  /** Takes mono frames at 16 kHz and the probability of speech of each. */
  push(sound: Float32Array, probabilities: Float32Array): void;
  measures(): LiveVoiceMeasures;
};

const frameS = frameSamples / voiceRate;
const toFrames = (seconds: number) => Math.round(seconds / frameS);
const speechFrom = 0.5;
/** Speech goes on while the probability exceeds this, and for `hangFrames` (a quarter of a second) after that. */
const speechOn = 0.3;
const hangFrames = 8;
/**
 * Number of voiced frames in the last second from which they are certainly speech: a door resembles a voice only
 * briefly.
 */
const sureFrames = 8;
const sureOf = toFrames(1);
const speechMemory = toFrames(5);
/**
 * Number of frames of the room level, and its age, in frames, at which it expires. It needs a full buffer, so that a
 * missed word does not count, and expires 8 s after the last room frame.
 */
const roomMemory = toFrames(2);
const roomIsOld = toFrames(8);
/** A frame belongs to the room if the probability of speech was below this in the quarter of a second before. */
const roomBelow = 0.15;
const snrEpoch = toFrames(5);
const humEpoch = toFrames(6);
const askEvery = toFrames(0.5);

function createRing(size: number) {
  const values = new Float64Array(size);
  let count = 0;
  return {
    get length() {
      return Math.min(count, size);
    },
    add(value: number) {
      values[count++ % size] = value;
    },
    mean() {
      const known = values.subarray(0, Math.min(count, size));
      return known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
    },
    median: () => values.slice(0, Math.min(count, size)).toSorted()[Math.min(count, size) >> 1] ?? 0,
  };
}

const toDb = (power: number) => powerToDb(power + 1e-14);

export function createLiveVoiceMeter(input: {
  createResampler: (input: ResamplerInput) => MonoResampler;
}): LiveVoiceMeter {
  const fft = createFft(frameSamples);
  const bins = new Float64Array(fft.bins);
  const levels = createSlidingPair(createSpeechLevel, snrEpoch);
  const hums = createSlidingPair(createHum, humEpoch);
  const echo = createLiveEcho();
  const toEcho = input.createResampler({ sampleRate: voiceRate, channels: 1, targetRate: echoRate });
  const speech = createRing(speechMemory);
  const room = createRing(roomMemory);
  const sure: boolean[] = [];
  let frames = 0;
  let sinceSure = Infinity;
  let sinceOn = Infinity;
  let sinceTrace = 0;
  let sinceRoom = 0;
  let isSpeech = false;
  let asked = -Infinity;
  let snrDb: number | null = null;
  let humDbfs: number | null = null;

  const pushFrame = (samples: Float32Array, probability: number) => {
    fft.powers(samples, bins);
    levels.push(1, (level) => level.push(bins, probability));
    let power = 0;
    for (let bin = firstBin; bin < bins.length; bin++) power += bins[bin]!;
    const isVoiced = probability >= speechFrom;
    sure.push(isVoiced);
    if (sure.length > sureOf) sure.shift();
    const isSure = isVoiced && sure.filter(Boolean).length >= sureFrames;
    if (isVoiced) speech.add(power);
    sinceSure = isSure ? 0 : sinceSure + 1;
    sinceOn = probability >= speechOn ? 0 : sinceOn + 1;
    isSpeech = isVoiced || (isSpeech && sinceOn <= hangFrames);
    sinceTrace = probability < roomBelow ? sinceTrace + 1 : 0;
    sinceRoom = sinceTrace > hangFrames ? 0 : sinceRoom + 1;
    if (sinceRoom === 0) room.add(power);
    frames++;
  };
  return {
    push(sound, probabilities) {
      for (const [frame, probability] of probabilities.entries())
        pushFrame(sound.subarray(frame * frameSamples, (frame + 1) * frameSamples), probability);
      hums.push(probabilities.length, (hum) => hum.push(sound));
      echo.push(
        toEcho.push(sound),
        probabilities.some((p) => p >= speechFrom),
      );
    },
    measures() {
      if (frames - asked >= askEvery) {
        asked = frames;
        snrDb = levels.current.result().snrDb;
        humDbfs = hums.current.result()?.levelDbfs ?? null;
      }
      return {
        isSpeech,
        spokenS: speech.length * frameS,
        speechDbfs: speech.length === 0 ? null : toDb(speech.mean()),
        sinceSpeechS: sinceSure * frameS,
        snrDb,
        roomDbfs: room.length < roomMemory || sinceRoom > roomIsOld ? null : toDb(room.median()),
        humDbfs,
        echo: echo.found(),
      };
    },
  };
}
