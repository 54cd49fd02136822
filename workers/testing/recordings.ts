import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    audio: { dir: string; files: string[] };
  }
}

/** Names of real recordings in a folder of AUDIO_DIR; empty where it is not set. For browser tests. */
export const recordingsIn = (folder: string): string[] =>
  inject('audio').files.filter((name) => name.startsWith(`${folder}/`));

/** A recording of AUDIO_DIR as the page would get it from a person. */
export async function recording(name: string): Promise<File> {
  const response = await fetch(`/@fs${inject('audio').dir}/${name}`);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new File([await response.arrayBuffer()], name.split('/').at(-1) ?? name);
}
