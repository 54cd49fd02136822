const gap = '\n\n';

/**
 * Returns the notes of a session after a phone has changed its part of them. `there` are the notes so far, `before` is the text that the
 * phone wrote last, `now` its new text. What others wrote stays as it is. If somebody has changed the part of the phone, that part stays,
 * and the new text follows at the end.
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
