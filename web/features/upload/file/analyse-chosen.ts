import type { KeptFinder } from '#web/features/upload/kept/kept-finder.ts';
import { apply, progressOf } from '#web/features/upload/upload-events.ts';
import { factsOf, type UploadRecording } from '#web/features/upload/upload-recording.ts';
import type { UploadDeps } from '#web/features/upload/upload-shape.ts';
import { offerFor } from '#web/features/upload/upload.rules.ts';
import type { UploadOffer, UploadState } from '#web/features/upload/upload.rules.ts';

/** A smaller file cannot last 2:30 h in any codec, so its length is not probed before the analysis. */
const leastLongBytes = 4_000_000;

type AnalysisDeps = Pick<UploadDeps, 'probe' | 'analyse' | 'maxBytes' | 'keeping'> & {
  state: UploadState;
  finder: KeptFinder;
  recording: UploadRecording;
};

/**
 * Analyses the chosen file and begins its review. A file over the limits gets an offer instead, unless the person has agreed to
 * it before.
 */
export async function analyseChosen(
  chosen: File,
  { isAgreed, signal }: { isAgreed: boolean; signal: AbortSignal },
  deps: AnalysisDeps,
): Promise<void> {
  const { state, finder, recording, keeping } = deps;
  const file = { name: chosen.name, bytes: chosen.size };
  apply(state, { type: 'chosen', file });
  const offer = isAgreed ? null : await findOffer(chosen, signal, deps);
  if (offer) return apply(state, { type: 'offered', file, offer });
  // The kept work of this file must be read before the new analysis replaces it.
  await finder.settled();
  const keep = await keeping.keep();
  signal.throwIfAborted();
  const options = { signal, onProgress: progressOf(state, signal), encode: state.settings, keep };
  const facts = factsOf(chosen);
  const edits = await keeping.takeUp(facts, finder.found());
  const analysis = await deps.analyse(chosen, options);
  const refusal = keep ? keep.refusal : await keeping.refusal();
  signal.throwIfAborted();
  const notKept = analysis.isKept ? null : (refusal ?? 'none');
  recording.review({ facts, analysis, draft: analysis.draft, notKept }, edits);
}

async function findOffer(
  chosen: File,
  signal: AbortSignal,
  { probe, maxBytes, state }: AnalysisDeps,
): Promise<UploadOffer | null> {
  if (chosen.size <= leastLongBytes) return null;
  const { durationS } = await probe(chosen, { signal });
  return offerFor(chosen, { durationS, maxBytes, bitrate: state.settings.bitrate });
}
