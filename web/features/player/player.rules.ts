/** §4: on a load failure the address is fetched again once, with position and play state; after that playback stops. */
export const afterLoadFailure = (hasReloaded: boolean): 'reload' | 'stop' =>
  hasReloaded ? 'stop' : 'reload';

export const playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** s of a jump by button or key. */
export const skipS = 10;

export const clampTime = (timeS: number, durationS: number): number =>
  Math.min(Math.max(0, durationS), Math.max(0, timeS));

/** Stretches of the recording, `[start, end]` in s, ascending. */
export type Stretches = readonly (readonly [startS: number, endS: number])[];

/** At `atS` playback pauses, or jumps where `toS` is given. */
export type PlayerStop = { atS: number; toS: number | null };

/** What playback meets next: the end of what is to be heard, or a stretch to jump over. Null: nothing. */
export function nextStop(timeS: number, untilS: number | null, skips: Stretches): PlayerStop | null {
  const skip = skips.find(([, endS]) => endS > timeS + 0.001);
  if (untilS !== null && (!skip || untilS <= skip[0])) return { atS: untilS, toS: null };
  return skip ? { atS: skip[0], toS: skip[1] } : null;
}

export type PlayerAction = 'toggle' | 'back' | 'forward';

/** What a key does to the player while nothing that needs the key itself has the focus. */
export function keyToAction(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}): PlayerAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null;
  if (event.key === ' ') return 'toggle';
  if (event.key === 'ArrowLeft') return 'back';
  return event.key === 'ArrowRight' ? 'forward' : null;
}

/** Elements and roles that use the space bar or the arrows themselves. */
export const interactiveSelector =
  'a[href], button, input, select, textarea, summary, audio, [contenteditable=""], [contenteditable="true"], ' +
  '[role="slider"], [role="tab"], [role="menu"], [role="menuitem"], [role="listbox"], [role="option"], [role="dialog"], ' +
  '[role="alertdialog"], [role="spinbutton"]';

/** The file name of a Content-Disposition header (RFC 6266), the extended form first; null without one. */
export function fileNameOf(disposition: string | null): string | null {
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (extended) {
    try {
      return decodeURIComponent(extended.trim());
    } catch {
      // Not percent-encoded as it should be: the plain form may serve.
    }
  }
  return /filename\s*=\s*"?([^";]+)"?/i.exec(disposition ?? '')?.[1]?.trim() ?? null;
}
