import { randomBytes } from 'node:crypto';

/**
 * A prompt marks text that people wrote or said as data, so that the language model does not follow instructions in it
 * (prompt injection). Such text stands in a block between `<<<DATA <nonce>` and `<<<END <nonce>`. The nonce is random and
 * new for each request. Whatever the model could take for the border of a block, for a role marker such as
 * `<|im_start|>`, or for a citation is removed from the text. A turn of the transcript is one line:
 * `[s12] 00:01:02 Name: text`.
 */
export type BlockKind =
  | 'DATA'
  | 'NOTES'
  /** Text that the person added to the request. */
  | 'HINTS'
  /** A result that a prompt refers to. */
  | 'RESULT'
  /** Notes about the parts of a long transcript. */
  | 'PARTS'
  | 'CLAIMS'
  /** Words whose spelling is asked for. */
  | 'TERMS';

export const createNonce = (): string => randomBytes(8).toString('hex');

export const toBlock = (kind: BlockKind, nonce: string, body: string): string =>
  `<<<${kind} ${nonce}\n${body}\n<<<END ${nonce}`;

// Control characters and invisible characters: direction marks, joiners, variation selectors, Unicode tags.
const unseen =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** Removes or replaces everything that could be taken for a delimiter. Line ends stay. */
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
      // Brackets that are not closed, or are closed on another line.
      .replace(/[[【](?=\s*(?:segment\s+)?[sdx]\s?\d)/gi, '{')
      .replace(/\[\s*(\d{1,4}(?:\s*,\s*\d{1,4})*)\s*\]/g, '($1)')
      .replace(/\[\?\]/g, '(?)')
      .replace(/```/g, "'''")
  );
}

export const defuseLine = (text: string): string => defuse(text).replace(/\s+/g, ' ').trim();

function toClock(atS: number): string {
  const seconds = Math.max(0, Math.floor(atS));
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}

const maxNameLength = 60;

/** Formats a turn as a line of a block. `id` is the name of the turn that answers use, `atS` its start, s. */
export function toTurnLine(id: string, atS: number, name: string, text: string): string {
  const speaker = defuseLine(name.replaceAll(':', ' ')).slice(0, maxNameLength);
  return `[${id}] ${toClock(atS)} ${speaker}: ${defuseLine(text)}`;
}
