const gap = '\n\n';

/**
 * Replaces the text that a phone has written into the notes of a session, and returns the whole notes.
 * - `there`: the whole notes so far, in which others may have written too. Their text stays.
 * - `before`: the text of the phone's previous call; `now`: the text of this call.
 * If `before` is no longer in the notes, because somebody has edited it, `now` is added at the end.
 */
export function withPhoneNotes(there: string, before: string, now: string): string {
  const framed = gap + there + gap;
  const at = before === '' ? -1 : framed.lastIndexOf(gap + before + gap);
  const rest =
    at < 0
      ? [there]
      : [
          framed.slice(gap.length, at),
          framed.slice(at + gap.length + before.length + gap.length, -gap.length),
        ];
  const [above = '', below = ''] = rest;
  return [above, now, below].filter((part) => part !== '').join(gap);
}
