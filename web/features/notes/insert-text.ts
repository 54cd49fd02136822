/** Inserts text at the caret as if it were typed, so that the field's own undo removes it. */
export function insertText(element: HTMLTextAreaElement, text: string): void {
  element.focus();
  // `execCommand` is deprecated, but no other call keeps the undo history of a field.
  if (document.execCommand('insertText', false, text)) return;
  element.setRangeText(text, element.selectionStart, element.selectionEnd, 'end');
  element.dispatchEvent(new Event('input', { bubbles: true }));
}
