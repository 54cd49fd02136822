import { mediaTypeOf } from './playable.rules.ts';

export type RecordingSource = Disposable & {
  /**
   * Returns the address of the recording's audio. If it is called again after a failure of playback, it returns the
   * address of the mp3.
   */
  url(): Promise<string>;
};

type RecordingSourceInput = {
  file: File | null;
  analysis: { container: string; codec: string };
  asMp3: (() => Promise<Blob>) | null;
  canPlay(type: string): boolean;
};

/**
 * Returns the audio of the recording before it is sent. That is the file itself if the browser can play it, otherwise
 * an mp3 of it.
 */
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
