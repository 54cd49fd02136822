import { inject } from 'vitest';
import { oneOfEach } from '#wasm/testing/one-of-each.ts';

declare module 'vitest' {
  interface ProvidedContext {
    audio: { dir: string; files: string[]; isLong: boolean };
  }
}

/** Returns the names of the recordings in a folder of AUDIO_DIR; none if it is not set. For browser tests. */
export const recordingsIn = (folder: string): string[] =>
  inject('audio').files.filter((name) => name.startsWith(`${folder}/`));

export const isLong = (): boolean => inject('audio').isLong;

/** Returns the first `count` of `cases`; a long part gets all of them. For browser tests. */
export const firstOrAll = <T>(cases: readonly T[], count = 1): readonly T[] =>
  isLong() ? cases : cases.slice(0, count);

/** Returns one recording of each kind; all of them in the long tests. */
export const someOf = (names: readonly string[]): string[] => oneOfEach(names, isLong());

export async function recording(name: string): Promise<File> {
  const response = await fetch(`/@fs${inject('audio').dir}/${name}`);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new File([await response.arrayBuffer()], name.split('/').at(-1) ?? name);
}
