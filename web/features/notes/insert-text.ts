/** Puts text at the caret as if it were typed, so that the field's own undo takes it back. */
export function insertText(element: HTMLTextAreaElement, text: string): void {
  element.focus();
  // The only way that keeps the history of a field; nothing has replaced it, all browsers have it.
  if (document.execCommand('insertText', false, text)) return;
  element.setRangeText(text, element.selectionStart, element.selectionEnd, 'end');
  element.dispatchEvent(new Event('input', { bubbles: true }));
}
