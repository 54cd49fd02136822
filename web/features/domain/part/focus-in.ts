/** Focuses the first element of the part that a selector finds, after the next frame. */
export type FocusIn = (selector: string) => void;
