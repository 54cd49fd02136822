import type { LocalWorkFinder } from '#web/features/upload/local/local-work-finder.ts';
import { apply, progressOf } from '#web/features/upload/upload-events.ts';
import type { UploadRecording } from '#web/features/upload/upload-recording.ts';
import type { UploadDeps } from '#web/features/upload/upload-shape.ts';
import { offerFor } from '#web/features/upload/upload.rules.ts';
import type { UploadOffer, UploadState } from '#web/features/upload/upload.rules.ts';
import { factsOf } from '#workers/keep/keep.contract.ts';

/**
 * Size below which a file cannot last 2:30 h in any codec, bytes. The length of a smaller file is not probed before the
 * analysis.
 */
const leastLongBytes = 4_000_000;

type AnalysisDeps = Pick<UploadDeps, 'probe' | 'analyse' | 'maxBytes' | 'localWork' | 'fileDraft'> & {
  state: UploadState;
  finder: LocalWorkFinder;
  recording: UploadRecording;
};

/**
 * Analyses the chosen file and begins its review. For a file over the limits, an offer is made instead, unless the
 * person has accepted that offer already (`isAgreed`).
 */
export async function analyseChosen(
  chosen: File,
  { isAgreed, signal }: { isAgreed: boolean; signal: AbortSignal },
  deps: AnalysisDeps,
): Promise<void> {
  const { state, finder, recording, localWork } = deps;
  const file = { name: chosen.name, bytes: chosen.size };
  apply(state, { type: 'chosen', file });
  const offer = isAgreed ? null : await findOffer(chosen, signal, deps);
  if (offer) return apply(state, { type: 'offered', file, offer });
  // The stored work of this file must be read before the new analysis replaces it.
  await finder.settled();
  const keep = await localWork.keep();
  signal.throwIfAborted();
  const options = { signal, onProgress: progressOf(state, signal), encode: state.settings, keep };
  const facts = factsOf(chosen);
  const edits = await localWork.takeUp(facts, finder.found());
  // A file that was left meanwhile must begin no draft: nothing would end it.
  signal.throwIfAborted();
  const analysing = deps.analyse(chosen, options);
  deps.fileDraft.begin(chosen, analysing);
  const analysis = await analysing;
  const refusal = keep ? keep.refusal : await localWork.refusal();
  signal.throwIfAborted();
  const notStored = analysis.isKept ? null : (refusal ?? 'none');
  recording.review({ facts, analysis, draft: analysis.draft, notStored }, edits);
}

async function findOffer(
  chosen: File,
  signal: AbortSignal,
  { probe, maxBytes, state }: AnalysisDeps,
): Promise<UploadOffer | null> {
  if (chosen.size <= leastLongBytes) return null;
  const { durationS } = await probe(chosen, { signal });
  return offerFor(chosen, { durationS, maxBytes: maxBytes(), bitrate: state.settings.bitrate });
}
