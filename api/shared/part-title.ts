import { limits } from '#api/contract/limits.ts';

/** Returns the title of the next part of a session: "Visit" → "Visit (2)", "Visit (2)" → "Visit (3)" (§10.1). */
export function partTitle(title: string, part: number): string {
  const ending = ` (${part})`;
  const own = ` (${part - 1})`;
  const base = part > 2 && title.endsWith(own) ? title.slice(0, -own.length) : title;
  return base.slice(0, limits.maxTitleLength - ending.length).trimEnd() + ending;
}

/** Returns the title of a later part, as if all parts before it had been named one after the other from the first. */
export const titleOfPart = (first: string, part: number): string =>
  Array.from({ length: part - 1 }).reduce<string>((title, _, index) => partTitle(title, index + 2), first);
