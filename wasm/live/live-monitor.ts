import {
  createMix,
  createMonoResampler,
  type MonoResampler,
  type ResamplerInput,
} from '#wasm/dsp/resample.ts';
import { voiceRate, type Detect } from '#wasm/speech/detect.ts';
import { createHysteresis } from './hysteresis.ts';
import { createSignalPresence } from './signal-presence.ts';
import { createLiveClipping } from './live-clipping.ts';
import { createLiveDownmix } from './live-downmix.ts';
import { createLiveLevel } from './live-level.ts';
import { createLiveVoice } from './live-voice.ts';
import { createLiveVoiceMeter } from './live-voice-measures.ts';
import { soundWarnings, type LiveReport, type SoundWarning } from './live-report.ts';
import { soundCheckVerdict } from './sound-check.rules.ts';
import {
  evidenceOf,
  hysteresisTimes,
  isHumTheNoise,
  lifeTimes,
  visibleOf,
  type RecentMeasures,
} from './sound-warning.rules.ts';

export { soundWarnings, type LiveReport, type SoundWarning } from './live-report.ts';

/**
 * `recorded`: every warning can begin. `checked`: sound check before a recording, in which silence is no fault yet. `paused`:
 * warnings can end but not begin.
 */
export type SoundUse = 'recorded' | 'checked' | 'paused';

/** Monitors the input during recording. Time is counted in samples, so it stops while no audio arrives. */
type LiveMonitor = {
  push(block: Float32Array, use?: SoundUse): Promise<LiveReport>;
  /** Starts again, for a new device or a new sound check. */
  reset(): void;
};

type LiveMonitorInput = {
  sampleRate: number;
  channels: number;
  detect: Detect;
  /** Replaces the resampler in JavaScript by an equivalent one. */
  createResampler?: (input: ResamplerInput) => MonoResampler;
};

const pieceS = 0.02;

/** Creates all state of a monitor. `reset` replaces it by a new one. */
function createMemory({
  sampleRate,
  channels,
  detect,
  createResampler = createMonoResampler,
}: LiveMonitorInput) {
  const level = createLiveLevel({ sampleRate, channels });
  const clipping = createLiveClipping({ sampleRate, channels });
  const mix = channels === 2 ? createLiveDownmix({ sampleRate }) : createMix(channels);
  const resampler = createResampler({ sampleRate, channels: 1, targetRate: voiceRate });
  const meter = createLiveVoiceMeter({ createResampler });
  const presence = createSignalPresence();
  const hystereses = new Map(soundWarnings.map((warning) => [warning, createHysteresis()]));
  const pieceSamples = Math.max(1, Math.round(sampleRate * pieceS)) * channels;
  let analysedS = 0;
  let hasSpoken = false;
  let speechlessS = 0;
  let use: SoundUse = 'recorded';
  let shown: SoundWarning[] = [];
  let verdict: LiveReport['verdict'] = null;
  let isSpeech = false;
  let isHumNoise = false;

  const judge = (seconds: number) => {
    analysedS += seconds;
    const patience = presence.patienceS;
    const alive = presence.push(level.takeAlivePeakDbfs(), seconds);
    const measures = meter.measures();
    isSpeech = measures.isSpeech;
    if (measures.sinceSpeechS < seconds) {
      hasSpoken = true;
      speechlessS = 0;
    } else if (use === 'recorded' && alive !== 'on') speechlessS += seconds;
    const recent: RecentMeasures = {
      ...measures,
      presence: alive,
      clippedIn3S: clipping.windowsIn(3),
      clippedIn6S: clipping.windowsIn(6),
      clippedIn10S: clipping.windowsIn(10),
      speechlessS,
      hasSpoken,
    };
    const evidence = evidenceOf(recent);
    const mayBegin = use !== 'paused';
    for (const [warning, hysteresis] of hystereses) {
      const times = warning === 'no_sound' ? { ...lifeTimes, onsetS: patience } : hysteresisTimes[warning];
      hysteresis.push(evidence[warning], seconds, times, mayBegin);
    }
    const held = soundWarnings.filter((warning) => hystereses.get(warning)!.isOn);
    isHumNoise = isHumTheNoise(recent, isHumNoise);
    const visible = visibleOf(held, isHumNoise);
    // A warning that was hidden behind its cause begins when it becomes visible, so not while paused.
    shown = mayBegin ? visible : visible.filter((warning) => shown.includes(warning));
    verdict = soundCheckVerdict(recent, shown, analysedS);
  };

  const voice = createLiveVoice({
    detect,
    onBatch(sound, probabilities) {
      meter.push(sound, probabilities);
      judge(sound.length / voiceRate);
    },
  });

  return {
    async push(block: Float32Array, as: SoundUse): Promise<LiveReport> {
      use = as;
      // The block is analysed in short pieces, so that the input's level belongs to the batch under evaluation.
      for (let at = 0; at < block.length; at += pieceSamples) {
        const piece = block.subarray(at, at + pieceSamples);
        level.push(piece);
        clipping.push(piece);
        await voice.push(resampler.push(mix(piece)));
      }
      return { ...level.take(), isSpeech, warnings: shown, verdict };
    },
  };
}

/**
 * Creates a monitor that reports warnings and levels of a microphone with a delay of 128 ms. Its `push` rejects with
 * the errors of `detect`.
 */
export function createLiveMonitor(input: LiveMonitorInput): LiveMonitor {
  let memory = createMemory(input);
  return {
    push: (block, use = 'recorded') => memory.push(block, use),
    reset() {
      memory = createMemory(input);
    },
  };
}
