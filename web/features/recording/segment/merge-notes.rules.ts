/** Joins notes of one recording that were written in two places. Neither text is lost. */
export function mergedNotes(there: string, here: string): string {
  if (here === '' || there.includes(here)) return there;
  return there === '' || here.includes(there) ? here : `${there}\n\n${here}`;
}
