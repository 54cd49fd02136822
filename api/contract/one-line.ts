// Unicode controls of the writing direction, by which a name could be displayed as another name.
const directionControls = /[\u202a-\u202e\u2066-\u2069]/gu;
const controlCharacters = /[\p{Cc}\u2028\u2029]+/gu;

/** Makes a title or name one line: removes controls of the writing direction, replaces other control characters by a space. */
export const toOneLine = (text: string): string =>
  text.replace(directionControls, '').replace(controlCharacters, ' ').trim();
