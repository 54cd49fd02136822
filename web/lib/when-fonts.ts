import { sleep } from './time.ts';

/** Longest time that the first screen waits for its fonts, ms. After that the text moves when they come. */
const patienceMs = 300;

/** Resolves when the fonts of interface and texts are there. Their files are named at the head of the page. */
export async function whenFonts(): Promise<void> {
  const fonts = ['Source Sans 3 Variable', 'Source Serif 4 Variable'].map((name) =>
    document.fonts.load(`1em "${name}"`),
  );
  await Promise.race([Promise.allSettled(fonts), sleep(patienceMs)]);
}
