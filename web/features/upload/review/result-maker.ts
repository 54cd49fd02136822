import type { Analysis } from '#workers/analysis/analysis.contract.ts';
import type { cutMp3 } from '#workers/file/cut-mp3.client.ts';
import type { encodeMp3 } from '#workers/file/encode-file.client.ts';
import type { Edits, EncodedMp3, Mp3Draft, Mp3Settings } from '#workers/encode/encode.contract.ts';
import type { Output } from './output.rules.ts';
import type { UploadPass } from '#web/features/upload/upload.rules.ts';

export type ResultDeps = { encode: typeof encodeMp3; cut: typeof cutMp3 };

type ResultSource = { file: File | null; analysis: Analysis; draft: Mp3Draft | null };

type Making = {
  signal: AbortSignal;
  /** Called before an mp3 is made. If the mp3 exists already, this is not called. */
  onStart(): void;
  onProgress(pass: UploadPass): void;
};

/** Makes the mp3 to send. It is made only once for the same edits and settings. */
export function createResultMaker({ encode, cut }: ResultDeps) {
  let made: { key: string; mp3: EncodedMp3 } | null = null;
  return {
    result: () => made?.mp3 ?? null,
    forget() {
      made = null;
    },
    async make(
      { file, analysis, draft }: ResultSource,
      { edits, plan }: { edits: Edits; plan: Output },
      { signal, onStart, onProgress }: Making,
    ): Promise<EncodedMp3> {
      const key = JSON.stringify([edits, plan.method, plan.settings]);
      if (made?.key === key) return made.mp3;
      onStart();
      const onCut = ({ share }: { share: number }) =>
        onProgress({ positionS: share * plan.durationS, durationS: plan.durationS });
      const cutting = { kept: edits.kept, signal, onProgress: onCut };
      const options = {
        analysis: { ...analysis, draft },
        edits,
        settings: plan.settings,
        signal,
        onProgress,
      };
      const isCut = plan.method === 'cut' && file;
      const mp3 = (isCut ? await cut(file, cutting) : null) ?? (await encode(file, options));
      signal.throwIfAborted();
      made = { key, mp3 };
      return mp3;
    },
    /**
     * Makes an mp3 of the whole recording from its draft. The page plays that mp3 if the browser does not play the
     * original format.
     */
    async whole({ analysis, draft }: ResultSource, settings: Mp3Settings): Promise<Blob> {
      if (!draft) throw new Error('There is no draft.');
      const { signal } = new AbortController();
      const edits = { kept: null, loudness: 'as_is' as const };
      const options = { analysis: { ...analysis, draft }, edits, settings, signal, onProgress() {} };
      return (await encode(null, options)).mp3;
    },
  };
}
