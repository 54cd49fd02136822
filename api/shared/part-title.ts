import { limits } from '#api/contract/limits.ts';

/** Returns the title of the next part of a session: "Visit" → "Visit (2)", "Visit (2)" → "Visit (3)" (§10.1). */
export function partTitle(title: string, part: number): string {
  const ending = ` (${part})`;
  const own = ` (${part - 1})`;
  const base = part > 2 && title.endsWith(own) ? title.slice(0, -own.length) : title;
  return base.slice(0, limits.maxTitleLength - ending.length).trimEnd() + ending;
}
