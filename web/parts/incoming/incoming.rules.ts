/** Why a file from outside is not offered: an error code, or a key under `incoming`. */
export type IncomingProblem = 'media.not_audio' | 'media.empty' | 'none' | 'several' | 'not_stored';

/** Endings of files whose type some devices do not tell. */
const endings =
  /\.(aac|ac3|aif|aiff|amr|avi|awb|caf|flac|m4a|m4b|m4v|mka|mkv|mov|mp3|mp4|oga|ogg|opus|ra|spx|wav|weba|webm|wma|wmv)$/i;

/** Returns why files cannot begin a session; null if they can. What is in a file is only known when it is checked. */
export function incomingProblem(
  files: readonly Pick<File, 'name' | 'size' | 'type'>[],
): IncomingProblem | null {
  const [file] = files;
  if (!file) return 'none';
  if (files.length > 1) return 'several';
  if (file.size === 0) return 'media.empty';
  const isUntold = file.type === '' || file.type === 'application/octet-stream';
  const isSound = /^(audio|video)\//.test(file.type) || file.type.endsWith('/ogg') || endings.test(file.name);
  return isSound || (isUntold && !/\.\w+$/.test(file.name)) ? null : 'media.not_audio';
}

/** Reads the problem that the service worker puts into the address; null if it has none. */
export const toIncomingProblem = (value: string | undefined): IncomingProblem | null =>
  value === 'none' || value === 'not_stored' ? value : null;
