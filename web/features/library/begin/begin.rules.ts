import { limits } from '#api/contract/limits.ts';

/** Returns the name of a session from that of its file: without the extension, as long as a title may be; empty if nothing is left. */
export const titleOfFile = (name: string): string =>
  name
    .replace(/\.[\p{L}\p{N}]{1,5}$/u, '')
    .trim()
    .slice(0, limits.maxTitleLength)
    .trim();
