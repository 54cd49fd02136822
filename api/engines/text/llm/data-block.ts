import { randomBytes } from 'node:crypto';

/**
 * What others said or wrote goes to a language model as data, never as instructions: in blocks between `<<<DATA <nonce>` and
 * `<<<END <nonce>`, the nonce new with each request and so unknown to whoever spoke. Of the text itself everything goes that could
 * be taken for a mark: of a block, of a role (servers read `<|im_start|>` and its like wherever they stand), of a source.
 * A turn is a line: `[s12] 00:01:02 Name: text`.
 */
export type BlockKind =
  /** The transcript. */
  | 'DATA'
  | 'NOTES'
  /** What the person sends along. */
  | 'HINTS'
  /** A result that a prompt is asked about. */
  | 'RESULT'
  /** What was made of the parts of a long transcript. */
  | 'PARTS'
  /** Claims that are to be checked. */
  | 'CLAIMS'
  /** Words whose right spelling is asked for. */
  | 'TERMS';

export const createNonce = (): string => randomBytes(8).toString('hex');

export const toBlock = (kind: BlockKind, nonce: string, body: string): string =>
  `<<<${kind} ${nonce}\n${body}\n<<<END ${nonce}`;

// Controls; what is not seen: marks of direction and of joining, variation selectors, Unicode's tag characters.
const unseen =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** The text without what could be taken for a mark. Line ends stay. */
export function defuse(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
      .replace(unseen, '')
      .replace(/<(?=[<|/\p{L}_｜])/gu, '‹')
      .replace(/([|｜])>/g, '$1›')
      .replace(/\[(?=\/?INST\b)/gi, '(')
      .replace(/[[(【](\s*(?:segment\s+)?[sdx]\s?\d+[^\])】\n]{0,80})[\])】]/gi, '{$1}')
      // one that is never closed, or only on another line
      .replace(/[[【](?=\s*(?:segment\s+)?[sdx]\s?\d)/gi, '{')
      .replace(/\[\s*(\d{1,4}(?:\s*,\s*\d{1,4})*)\s*\]/g, '($1)')
      .replace(/\[\?\]/g, '(?)')
      .replace(/```/g, "'''")
  );
}

/** The same on one line. */
export const defuseLine = (text: string): string => defuse(text).replace(/\s+/g, ' ').trim();

/** `01:02:33`. */
function toClock(atS: number): string {
  const seconds = Math.max(0, Math.floor(atS));
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}

const maxNameLength = 60;

/** A turn as a line of the block; `id` as answers are to name it. */
export function toTurnLine(id: string, atS: number, name: string, text: string): string {
  const speaker = defuseLine(name.replaceAll(':', ' ')).slice(0, maxNameLength);
  return `[${id}] ${toClock(atS)} ${speaker}: ${defuseLine(text)}`;
}
