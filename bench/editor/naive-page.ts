import type { Segment } from '#api/contract/transcript.ts';

/**
 * Runs in the page: the whole text in one `contenteditable`, with a span for each word and without any optimisation.
 */
function naiveEditor(): void {
  type Given = { id: string; speaker: string; words: { text: string; start: number }[] };
  const given = JSON.parse(document.querySelector('#given')!.textContent!) as Given[];
  const root = document.querySelector<HTMLElement>('#text')!;
  const texts = new Map<string, string>();
  const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  let words: HTMLElement[] = [];

  const open = () => {
    root.innerHTML = given
      .map(({ id, speaker, words: own }) => {
        const spans = own.map(({ text, start }) => `<span data-start="${start}">${escape(text)}</span>`);
        return `<p data-turn="${id}"><b data-key="${speaker}">Person ${speaker}</b> ${spans.join(' ')}</p>`;
      })
      .join('');
    words = [...root.querySelectorAll<HTMLElement>('[data-start]')];
  };
  // Stores the changed text of the paragraph.
  root.addEventListener('input', () => {
    const node = getSelection()?.anchorNode;
    const turn = (node instanceof Element ? node : node?.parentElement)?.closest<HTMLElement>('[data-turn]');
    if (turn) texts.set(turn.dataset['turn']!, turn.textContent);
  });
  const find = document.querySelector<HTMLInputElement>('#find')!;
  find.addEventListener('input', () => {
    const ranges: Range[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = find.value === '' ? -1 : node.textContent!.indexOf(find.value);
      if (at < 0) continue;
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + find.value.length);
      ranges.push(range);
    }
    CSS.highlights.set('found', new Highlight(...ranges));
    document.querySelector('output')!.textContent = `${ranges.length} ${find.value}`;
  });
  const rename = (key: string, name: string) => {
    for (const one of root.querySelectorAll(`[data-key="${key}"]`)) one.textContent = name;
  };
  const play = (rate: number) => {
    const beganMs = performance.now();
    let current = 0;
    requestAnimationFrame(function follow() {
      const atS = ((performance.now() - beganMs) / 1000) * rate;
      let index = current;
      while (Number(words[index + 1]?.dataset['start'] ?? Infinity) <= atS) index += 1;
      if (index !== current) {
        words[current]!.classList.remove('current');
        words[index]!.classList.add('current');
        words[index]!.scrollIntoView({ block: 'nearest' });
        current = index;
      }
      requestAnimationFrame(follow);
    });
  };
  document.querySelector('button')!.addEventListener('click', open);
  Object.assign(globalThis, { rename, play });
}

const toGiven = ({ id, speaker, words }: Segment) => ({
  id,
  speaker,
  words: words.map(({ text, start }) => ({ text, start })),
});

export const naivePage = (segments: readonly Segment[]): string => `<!doctype html>
<html lang="de"><meta charset="utf-8"><title>naive</title>
<style>body{font:18px/1.6 serif;max-width:68ch;margin:auto}.current{background:#cee}::highlight(found){background:#fe8}</style>
<button>open</button><input id="find"><output></output><div id="text" contenteditable="true" spellcheck="true"></div>
<script type="application/json" id="given">${JSON.stringify(segments.map(toGiven)).replaceAll('<', '\\u003c')}</script>
<script>(${naiveEditor.toString()})()</script></html>`;

/** A page with one text field. It shows the smallest possible time of a key. */
export const emptyPage = `<!doctype html>
<html lang="de"><meta charset="utf-8"><title>empty</title><textarea autofocus></textarea></html>`;
