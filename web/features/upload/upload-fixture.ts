import type { analyseFile } from '#workers/file/analyse-file.client.ts';
import { analysisOf } from '#web/testing/analysis-fixture.ts';
import { speechMp3 } from '#workers/encode/encode.contract.ts';
import type { Edits } from '#workers/encode/encode.contract.ts';
import { isSameFile } from '#workers/keep/keep.contract.ts';
import { startSend } from '#workers/send/send.contract.ts';
import { proxy } from 'valtio';
import type { FileDraft } from './draft/file-draft.ts';
import type { LocalWorkStore } from './local/local-work-store.ts';
import type { UploadDeps } from './upload.state.ts';

const busyMs = { decode: 0, analysis: 0, voice: 0, resample: 0, levels: 0, room: 0, encode: 0 };
const chunkCount = 3;

/** For tests: returns an analysis that stores chunks like the real one, and waits for `gate` before each chunk. */
export function analysisDouble(
  input: { lengthOf?(file: File): number; gate?(chunk: number): Promise<void> } = {},
): typeof analyseFile {
  const { lengthOf = () => 60.2, gate = async () => {} } = input;
  return async (file, { keep = null, signal }) => {
    const facts = { name: file.name, bytes: file.size, lastModifiedMs: file.lastModified };
    const found = await keep?.read();
    const isSame = found && isSameFile(found.file, facts);
    const common = { resumedChunks: 0, busyMs };
    if (isSame && found.analysis && found.draft) {
      return { ...found.analysis, draft: found.draft, isKept: true, ...common };
    }
    if (!isSame) await keep?.begin(facts, speechMp3);
    const chunks = isSame ? [...found.chunks] : [];
    while (chunks.length < chunkCount) {
      await gate(chunks.length);
      signal.throwIfAborted();
      const chunk = new Blob([`${file.name} ${chunks.length}`]);
      chunks.push(chunk);
      await keep?.saveChunk(chunks.length - 1, chunk);
    }
    const durationS = lengthOf(file);
    const analysis = analysisOf({ durationS, speech: [[0, durationS]] });
    const draft = { settings: speechMp3, chunks, samples: durationS * 24_000 };
    await keep?.saveAnalysis(analysis, draft);
    signal.throwIfAborted();
    return { ...analysis, draft, isKept: keep !== null && keep.refusal === null, ...common };
  };
}

/** For tests: a device that writes no draft, unless `change` says otherwise. `log` gets what is asked of it. */
export const fileDraftDouble = (change: Partial<FileDraft> = {}, log: string[] = []): FileDraft => ({
  state: proxy<FileDraft['state']>({ run: null, isStopped: false }),
  language: 'de',
  begin: (sound) => void log.push(`begin ${sound instanceof File ? sound.name : 'what is stored'}`),
  stop: () => void log.push('stop'),
  goOn: () => void log.push('go on'),
  end: () => void log.push('end'),
  written: async () => null,
  [Symbol.dispose]: () => void log.push('close'),
  ...change,
});

type DepsInput = { localWork: LocalWorkStore; onEncode(edits: Edits): void };

export const uploadDepsOf = ({ localWork, onEncode }: DepsInput): UploadDeps => ({
  sessionId: 's1',
  maxBytes: () => 150_000_000,
  settings: speechMp3,
  localWork,
  fileDraft: fileDraftDouble(),
  probe: async () => ({
    container: 'wav',
    codec: 'pcm_s16le',
    durationS: 60,
    sampleRate: 48_000,
    channels: 1,
    hasVideo: false,
    path: 'direct' as const,
  }),
  analyse: analysisDouble(),
  cut: async () => null,
  async encode(_file, { edits }) {
    onEncode(edits);
    const mp3 = new Blob(['mp3']);
    return { mp3, bytes: 3, sha256: 'ab'.repeat(32), durationS: 60, timemap: null };
  },
  send(_mp3, { onState }) {
    onState({ ...startSend(0, 3, 3), bytesStored: 3, partsStored: 1, isDone: true });
    return { done: Promise.resolve(), retryNow() {}, stop() {}, resume() {}, hadSound: () => false };
  },
  forget() {},
  complete: async () => {},
  now: () => 0,
  onFailure() {},
});
