import { limits } from '#api/contract/limits.ts';
import { createAnalysis, type MonoSink } from '#wasm/analysis/analysis.ts';
import type { Kernel } from '#wasm/analysis/kernel.ts';
import { createPcmCutter } from '#wasm/trim/cut-pcm.ts';
import { mp3FrameSamples } from '#wasm/mp3/format.ts';
import { chunkFrames, draftRanges } from '#wasm/trim/plan.ts';
import { createJobSender } from '#workers/encode/job-stream.ts';
import { loadKernel } from '#workers/kernel.ts';
import { receivePcm } from '#workers/media/pcm/pcm-stream.ts';
import { serve, transfer, WorkerError } from '#workers/rpc.ts';
import type { AnalysisContract, AnalysisEvent, DraftInput } from './analysis.contract.ts';
import { createStopwatch, type Stopwatch } from './stopwatch.ts';

const progressEveryMs = 100;

let voice: Kernel | undefined;

/** Cuts the mono stream into encode jobs; waits while the encoders are busy. */
function createDraftSender({ settings, firstChunk, sink }: DraftInput) {
  const frameSamples = mp3FrameSamples(settings.sampleRate);
  const framesAtOnce = chunkFrames(settings.sampleRate, frameSamples);
  const cutter = createPcmCutter({ frameSamples, ranges: draftRanges(framesAtOnce, firstChunk) });
  const sender = createJobSender(sink, firstChunk);
  const monoSink: MonoSink = {
    sampleRate: settings.sampleRate,
    async push(mono) {
      for (const job of cutter.push(mono)) await sender.send(job);
    },
  };
  const finish = async () => {
    for (const job of cutter.finish()) await sender.send(job);
    sender.end();
    return cutter.samples;
  };
  return { monoSink, finish };
}

/** Returns the kernel with each function measured by the stopwatch `busy`. */
function timed(kernel: Kernel, busy: Stopwatch): Kernel {
  return {
    createDetect(options) {
      const detect = kernel.createDetect(options);
      return (frames) => busy.async('voice', () => detect(frames));
    },
    createResampler(input) {
      const { push, finish } = kernel.createResampler(input);
      return {
        push: (block) => busy.sync('resample', () => push(block)),
        finish: () => busy.sync('resample', finish),
      };
    },
    createSound(input) {
      const sound = kernel.createSound(input);
      return { ...sound, push: (block) => busy.sync('levels', () => sound.push(block)) };
    },
    createVoiceMeasures() {
      const measures = kernel.createVoiceMeasures();
      return {
        ...measures,
        push: (sound, probabilities) => busy.sync('room', () => measures.push(sound, probabilities)),
      };
    },
  };
}

serve<AnalysisContract>({
  async load() {
    voice ??= await loadKernel();
    return undefined;
  },

  async analyse({ source, sampleRate, channels, draft }, { emit }) {
    if (!voice) throw new WorkerError('media.engine_failed', 'not loaded');
    const busy = createStopwatch();
    const kernel = timed(voice, busy);
    const sender = draft && createDraftSender(draft);
    const analysis = createAnalysis({
      sampleRate,
      channels,
      kernel,
      peaksRate: limits.peaksRate,
      ...(sender
        ? {
            encode: {
              ...sender.monoSink,
              push: (mono) => busy.async('waiting', async () => sender.monoSink.push(mono)),
            },
          }
        : {}),
    });
    let samples = 0;
    let last = 0;
    /** Number of speech regions reported so far. The last of them may still grow. */
    let regionsReported = 0;
    for await (const block of receivePcm(source)) {
      await busy.async('analysis', () => analysis.push(block));
      samples += block.length / channels;
      const now = performance.now();
      if (now - last < progressEveryMs) continue;
      last = now;
      const { peaks, speech } = analysis.recent();
      // A recording of 2:30 h has thousands of regions: copying all of them ten times a second would make the page stutter.
      const speechFrom = Math.max(0, regionsReported - 1);
      regionsReported = speech.length;
      const positionS = samples / sampleRate;
      const event: AnalysisEvent = { positionS, peaks, speech: speech.slice(speechFrom), speechFrom };
      emit(transfer(event, [event.peaks.buffer]));
    }
    const sound = await busy.async('analysis', () => analysis.finish());
    const draftSamples = sender ? await sender.finish() : 0;
    const { analysis: all = 0, waiting = 0, ...parts } = busy.totalsMs;
    const { voice: hearing = 0, resample = 0, levels = 0, room = 0 } = parts;
    const busyMs = { analysis: all - waiting, voice: hearing, resample, levels, room };
    return transfer({ sound, draftSamples, busyMs }, [sound.peaks.buffer, sound.finePeaks.buffer]);
  },
});
