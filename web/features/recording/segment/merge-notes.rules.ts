/** Joins notes of one recording written in two places, without losing either text. */
export function mergedNotes(there: string, here: string): string {
  if (here === '' || there.includes(here)) return there;
  return there === '' || here.includes(there) ? here : `${there}\n\n${here}`;
}
