import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';

/**
 * The analyses of the recordings that are being delivered. They are cached, because the analysis of a long mp3 takes
 * time.
 */
type SoundAnalyses = {
  /**
   * Resolves with the analysis of a recording. Resolves with null if the analysis failed; the server then analyses the
   * audio.
   */
  of(segment: RecordingSegment): Promise<SoundAnalysis | null>;
  forget(segment: RecordingSegment): void;
};

export type SoundAnalysesInput = {
  /** Resolves with the analysis that was made during the recording; null if the mp3 has to be analysed. */
  sound(segment: RecordingSegment): Promise<SoundAnalysis | null>;
  analyse(mp3: Blob, signal: AbortSignal): Promise<SoundAnalysis>;
  recorder(): Recorder;
  onFailure(step: string, error: unknown): void;
  signal: AbortSignal;
};

export function createSoundAnalyses(input: SoundAnalysesInput): SoundAnalyses {
  const { signal } = input;
  const analyses = new Map<RecordingSegment, Promise<SoundAnalysis | null>>();

  async function analysisOf(segment: RecordingSegment): Promise<SoundAnalysis | null> {
    const live = await input.sound(segment);
    if (live || !segment.record || signal.aborted) return live;
    try {
      return await input.analyse(await input.recorder().sound(segment.record.id), signal);
    } catch (error) {
      if (!signal.aborted) input.onFailure('analyse', error);
      return null;
    }
  }

  return {
    of(segment) {
      const known = analyses.get(segment) ?? analysisOf(segment);
      analyses.set(segment, known);
      return known;
    },
    forget: (segment) => void analyses.delete(segment),
  };
}
