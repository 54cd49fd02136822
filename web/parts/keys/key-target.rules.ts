/** Elements and roles that use the space bar or the arrow keys themselves. */
export const interactiveSelector =
  'a[href], button, input, select, textarea, summary, audio, [contenteditable]:not([contenteditable="false"]), ' +
  '[role="slider"], [role="tab"], [role="menu"], [role="menuitem"], [role="listbox"], [role="option"], [role="dialog"], ' +
  '[role="alertdialog"], [role="spinbutton"], [role="button"], [role="textbox"], [role="combobox"], [role="radiogroup"]';

/** Elements that take typed letters: fields, and lists with type-ahead. */
export const typingSelector =
  'input:not([type="checkbox"], [type="radio"], [type="range"], [type="button"]), textarea, select, ' +
  '[contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="combobox"], [role="listbox"], ' +
  '[role="menu"], [role="dialog"], [role="alertdialog"]';
