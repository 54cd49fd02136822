import type { Said } from '#api/engines/text/text-engine.ts';
import { takeMarks } from './marks.rules.ts';
import type { Statement } from './render.ts';
import type { SegmentIds } from './segment-ids.ts';

/** Resolves names to existing turns; a range is expanded. */
export function toSegments(ids: SegmentIds, names: readonly string[]): Said[] {
  return [...new Set(names.flatMap((name) => ids.find(name) ?? takeMarks(`[${name}]`, ids).segments))];
}

/** A sentence of an answer with its turns, including citations within it; null if it has no text. */
export function toStatement(ids: SegmentIds, text: string, names: readonly string[]): Statement | null {
  const { text: plain, segments } = takeMarks(text, ids);
  if (!/[\p{L}\d]/u.test(plain)) return null;
  return { text: plain, segments: [...new Set([...toSegments(ids, names), ...segments])] };
}
