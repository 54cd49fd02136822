/** Longest title and message together that are shown without a button to expand them (§4.12). */
const longestShort = 100;

/** True if an announcement is collapsed until a person expands it: it is long, or has several lines (§4.12). */
export const isCollapsible = (title: string, message: string): boolean =>
  Array.from(title + message).length > longestShort || /[\n\r\u2028\u2029]/.test(title + message);
