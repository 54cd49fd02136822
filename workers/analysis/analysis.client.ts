import { asMediaError, engineLoaded, openFile, openMedia, patience } from '#workers/media/media.client.ts';
import { createPcmStream } from '#workers/media/pcm-stream.ts';
import { connect, transfer, WorkerError } from '#workers/rpc.ts';
import { createWatchdog } from '#workers/watchdog.ts';
import type { Analysis, AnalysisContract, AnalysisProgress } from './analysis.contract.ts';

function openAnalysis() {
  const worker = new Worker(new URL('./analysis.worker.ts', import.meta.url), { type: 'module' });
  return connect<AnalysisContract>(worker);
}

/**
 * Decodes `file` in one worker and looks at its sound in another: peaks, loudness, speech and a verdict.
 * Rejects with a `WorkerError` whose code is one of `mediaErrorCodes`, or with the reason of `signal`.
 */
export async function analyseFile(
  file: File,
  options: { signal: AbortSignal; onProgress(progress: AnalysisProgress): void },
): Promise<Analysis> {
  const { signal, onProgress } = options;
  signal.throwIfAborted();
  onProgress({ stage: 'opening', positionS: 0, durationS: null });
  using media = openMedia();
  using analysis = openAnalysis();
  try {
    const loading = engineLoaded(analysis.call('load', undefined, { signal }));
    const [probe] = await Promise.all([openFile(media, file, signal), loading]);
    const { sampleRate, channels, container, codec, durationS } = probe;
    using watchdog = createWatchdog(patience.workMs, () => new WorkerError('media.damaged', 'time-out'));
    const onPosition = (positionS: number) => {
      watchdog.feed();
      onProgress({ stage: 'analysing', positionS, durationS });
    };
    const { sink, source } = createPcmStream();
    const decoding = media.call('decode', transfer({ file, probe, sink }, [sink.port]), {
      signal,
      onEvent: () => watchdog.feed(),
    });
    const looking = analysis.call('analyse', transfer({ source, sampleRate, channels }, [source.port]), {
      signal,
      onEvent: onPosition,
    });
    const [, sound] = await watchdog.guard(Promise.all([decoding, looking]));
    return { ...sound, container, codec, sampleRate, channels };
  } catch (error) {
    throw asMediaError(error);
  }
}
