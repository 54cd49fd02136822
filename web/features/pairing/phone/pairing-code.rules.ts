import { pairingCodeLength, pairingCodeLetters, typedPairingCode } from '#api/contract/pairing.ts';
import { groupedCode } from '#web/features/pairing/link/code-words.rules.ts';

const shape = new RegExp(`^[${pairingCodeLetters}]{${pairingCodeLength}}$`);

/** Why what was typed is no pairing code; null if it may be one. Only the server knows which codes there are. */
export function typedProblem(typed: string): 'empty' | 'shape' | null {
  const code = typedPairingCode(typed);
  if (code === '') return 'empty';
  return shape.test(code) ? null : 'shape';
}

/**
 * Returns the pairing code that a scanned text holds: a bare code, or the address `/pair?code=…` of this origin. Null for all
 * other texts, also for addresses of other servers.
 */
export function scannedCode(text: string, origin: string): string | null {
  if (typedProblem(text) === null) return typedPairingCode(text);
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.origin !== origin || !/^\/pair\/?$/.test(url.pathname)) return null;
  const code = url.searchParams.get('code') ?? '';
  return typedProblem(code) === null ? typedPairingCode(code) : null;
}

/** Returns a code as people read it: `ABCD-EFGH`. Other texts stay as they are. */
export const shownCode = (typed: string): string =>
  typedProblem(typed) === null ? groupedCode(typedPairingCode(typed)) : typed;
