// Unicode controls of the writing direction. With them a name could be displayed as another name.
const directionControls = /[\u202a-\u202e\u2066-\u2069]/gu;
const controlCharacters = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * Returns a title or name as one line: without controls of the writing direction, with a space for other control
 * characters.
 */
export const toOneLine = (text: string): string =>
  text.replace(directionControls, '').replace(controlCharacters, ' ').trim();

const controlsButLineFeed = /[^\P{Cc}\n]+/gu;

/**
 * Returns a text of several lines: without controls of the writing direction, with line feeds for all line breaks, and with a
 * space for other control characters.
 */
export const toLines = (text: string): string =>
  text
    .replace(directionControls, '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(controlsButLineFeed, ' ')
    .trim();
