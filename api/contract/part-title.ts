import { limits } from './limits.ts';

/** The title of what follows a session: "…" → "… (2)", "… (2)" of the second part → "… (3)" (shapes: journey). */
export function partTitle(title: string, part: number): string {
  const ending = ` (${part})`;
  const own = ` (${part - 1})`;
  const base = part > 2 && title.endsWith(own) ? title.slice(0, -own.length) : title;
  return base.slice(0, limits.maxTitleLength - ending.length).trimEnd() + ending;
}
