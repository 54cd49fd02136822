// marks that turn the direction of what stands after them: a name could show itself as another one
const turns = /[\u202a-\u202e\u2066-\u2069]/gu;
const breaks = /[\p{Cc}\u2028\u2029]+/gu;

/** A title or a name as one line: no line end, no sign that steers a screen or turns the direction of writing. */
export const toOneLine = (text: string): string => text.replace(turns, '').replace(breaks, ' ').trim();
