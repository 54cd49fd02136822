import { limits } from '#api/contract/limits.ts';

/** Returns the title of a session for a file: its name without the extension, cut to the longest title; empty if nothing is left. */
export const titleOfFile = (name: string): string =>
  name
    .replace(/\.[\p{L}\p{N}]{1,5}$/u, '')
    .trim()
    .slice(0, limits.maxTitleLength)
    .trim();
