const opening = /^\s*<(think|thinking)>/;
const openings = ['<think>', '<thinking>'];

/**
 * Creates a filter that removes the reasoning of a model (`<think>…</think>` at the beginning of its answer) from a
 * stream. Later in the answer such tags are ordinary text.
 */
export function createThoughtFilter(): { feed(delta: string): string; end(): string } {
  let state: 'start' | 'thinking' | 'behind' | 'answer' = 'start';
  let held = '';
  let closing = '';

  const step = (): string | null => {
    if (state === 'start') {
      const found = opening.exec(held);
      if (found) {
        state = 'thinking';
        closing = `</${found[1]}>`;
        held = held.slice(found[0].length);
        return null;
      }
      const begun = held.trimStart();
      if (openings.some((each) => each.startsWith(begun))) return '';
      state = 'answer';
    }
    if (state === 'thinking') {
      const at = held.indexOf(closing);
      if (at === -1) {
        held = held.slice(-closing.length);
        return '';
      }
      state = 'behind';
      held = held.slice(at + closing.length);
    }
    if (state === 'behind') {
      held = held.trimStart();
      if (held === '') return '';
      state = 'answer';
    }
    const shown = held;
    held = '';
    return shown;
  };

  return {
    feed(delta) {
      held += delta;
      let shown = step();
      while (shown === null) shown = step();
      return shown;
    },
    /** Returns text that was held back because it might have become an opening tag. */
    end: () => (state === 'start' ? held : ''),
  };
}
