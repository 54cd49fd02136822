import { limits } from '#api/contract/limits.ts';

/** Returns a title with the number of a part. It is cut if it would be too long. */
function withPart(title: string, part: number): string {
  const ending = ` (${part})`;
  return title.slice(0, limits.maxTitleLength - ending.length).trimEnd() + ending;
}

/** Returns the title of the next part of a session: "Visit" → "Visit (2)", "Visit (2)" → "Visit (3)" (§10.1). */
export function partTitle(title: string, part: number): string {
  const own = ` (${part - 1})`;
  return withPart(part > 2 && title.endsWith(own) ? title.slice(0, -own.length) : title, part);
}

/** Returns the title of a later part, as if all parts before it had been named one after the other from the first. */
export const titleOfPart = (first: string, part: number): string =>
  part < 2 ? first : withPart(first, part);
