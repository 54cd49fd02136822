import { mediaTypeOf } from './playable.rules.ts';

export type RecordingSource = Disposable & {
  /** An address of the recording's sound. Asked again after it could not be played, it is that of the mp3. */
  url(): Promise<string>;
};

type RecordingSourceInput = {
  file: File | null;
  analysis: { container: string; codec: string };
  /** The whole recording as mp3, for what the browser does not play; null where there is none. */
  asMp3: (() => Promise<Blob>) | null;
  canPlay(type: string): boolean;
};

/** Where the page hears a recording before it is sent: the file itself where the browser plays it, otherwise what was made of it. */
export function createRecordingSource({
  file,
  analysis,
  asMp3,
  canPlay,
}: RecordingSourceInput): RecordingSource {
  const urls: string[] = [];
  const type = mediaTypeOf(analysis);
  let isFileTried = !file || !type || !canPlay(type);
  const open = (blob: Blob): string => {
    const url = URL.createObjectURL(blob);
    urls.push(url);
    return url;
  };
  return {
    async url() {
      if (file && (!isFileTried || !asMp3)) {
        isFileTried = true;
        return open(file);
      }
      if (!asMp3) throw new Error('There is nothing to play.');
      return open(await asMp3());
    },
    [Symbol.dispose]() {
      for (const url of urls) URL.revokeObjectURL(url);
    },
  };
}

export const canAudioPlay = (type: string): boolean =>
  document.createElement('audio').canPlayType(type) !== '';
