import type { Page } from 'playwright';
import type { Probe, Watched } from './probe.ts';

type Probed = typeof globalThis & { probe: Probe };

/** What the measurement needs of an editor: its actions, and the state that shows their result. */
export type Handles = {
  /** JavaScript expression for the text at the caret. */
  text: string;
  /** Opens the text for writing, so that keys write in its middle. */
  write(): Promise<void>;
  endStep(): Promise<void>;
  undo(): Promise<void>;
  openFind(): Promise<void>;
  /** JavaScript expression for the state of the hits. */
  hits: string;
  closeFind(): Promise<void>;
  /** Opens the dialog. `commitRename` then only confirms it. */
  openRename(name: string): Promise<void>;
  commitRename(name: string): Promise<void>;
  names: string;
  renameEvent: string;
  play(): Promise<void>;
};

/** Measured times, ms, and the frames and long tasks during playback. */
export type Figures = Watched & {
  keyMs: number[];
  undoMs: number[];
  findMs: number[];
  renameMs: number[];
};

const keys = 'und das ist ein ganz normaler Satz, den jemand an dieser Stelle noch dazu schreibt, ';
const sought = ['Besprechung', 'Termin', 'Fieber', 'Montag', 'Kopfschmerzen', 'Sitzung', 'Tabletten', 'Arzt'];
const undoSteps = 12;
export const playMs = 15_000;

/**
 * Prepares a measurement. The expression is passed to the debugger as a string, because the page's CSP forbids `eval`.
 */
const arm = (page: Page, type: string, read: string) =>
  page.evaluate(`probe.arm(${JSON.stringify(type)}, () => ${read})`);

/** Waits for the prepared measurement and returns its result, ms. */
async function taken(page: Page): Promise<number> {
  await page.waitForFunction(() => !Number.isNaN((globalThis as Probed).probe.taken.at(-1) ?? NaN));
  return page.evaluate(() => (globalThis as Probed).probe.taken.at(-1)!);
}

/** Types at varying moments within a frame, as a person does. Returns the time of each key, ms. */
export async function typeKeys(page: Page, text: string, read: string): Promise<number[]> {
  const figures: number[] = [];
  for (const [index, key] of [...text].entries()) {
    await page.waitForTimeout(35 + ((index * 37) % 61));
    await arm(page, 'keydown', read);
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    figures.push(await taken(page));
  }
  return figures;
}

export async function measurePage(page: Page, handles: Handles): Promise<Figures> {
  await handles.write();
  // The first keys open the editor, so their time is not measured.
  await typeKeys(page, 'ja ', handles.text);
  const keyMs = await typeKeys(page, keys, handles.text);

  for (let step = 0; step < undoSteps; step += 1) {
    await handles.endStep();
    await page.keyboard.type('so ');
  }
  await handles.endStep();
  const undoMs: number[] = [];
  for (let step = 0; step < undoSteps; step += 1) {
    await arm(page, 'keydown', handles.text);
    await handles.undo();
    undoMs.push(await taken(page));
    await page.waitForTimeout(60);
  }

  await handles.openFind();
  const findMs: number[] = [];
  for (const word of sought) {
    await page.keyboard.press('ControlOrMeta+A');
    await arm(page, 'input', handles.hits);
    await page.keyboard.insertText(word);
    findMs.push(await taken(page));
    await page.waitForTimeout(120);
  }
  await handles.closeFind();

  const renameMs: number[] = [];
  for (const name of ['Frau Keller', 'Herr Meier', 'Frau Rossi', 'Herr Favre', 'Frau Huber']) {
    await handles.openRename(name);
    await arm(page, handles.renameEvent, handles.names);
    await handles.commitRename(name);
    renameMs.push(await taken(page));
    await page.waitForTimeout(150);
  }

  await handles.play();
  await page.waitForTimeout(500);
  return { keyMs, undoMs, findMs, renameMs, ...(await watchFrames(page, playMs)) };
}

export async function watchFrames(page: Page, forMs: number): Promise<Watched> {
  return page.evaluate(async (ms) => {
    const end = (globalThis as Probed).probe.watchFrames();
    await new Promise((resolve) => setTimeout(resolve, ms));
    return end();
  }, forMs);
}

/** Returns the time from the event that opens the text to the first frame with the text, ms. */
export async function timeOpening(page: Page, open: () => Promise<void>): Promise<number> {
  await arm(page, 'pointerdown', `document.querySelector('[data-turn]') !== null`);
  await open();
  return taken(page);
}
