import type { Said } from '#api/engines/text/text-engine.ts';
import { takeMarks } from './marks.rules.ts';
import type { Statement } from './render.ts';
import type { SegmentIds } from './segment-ids.ts';

/**
 * Returns the turns that the names stand for. A range is expanded, and names of turns that do not exist are left out.
 */
export function toSegments(ids: SegmentIds, names: readonly string[]): Said[] {
  return [...new Set(names.flatMap((name) => ids.find(name) ?? takeMarks(`[${name}]`, ids).segments))];
}

/**
 * Returns a sentence of an answer with its turns, including those of citations within it. Returns null if it has no
 * text.
 */
export function toStatement(ids: SegmentIds, text: string, names: readonly string[]): Statement | null {
  const { text: plain, segments } = takeMarks(text, ids);
  if (!/[\p{L}\d]/u.test(plain)) return null;
  return { text: plain, segments: [...new Set([...toSegments(ids, names), ...segments])] };
}
