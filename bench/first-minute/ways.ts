import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';

/** What a person does on a screen, counted. A file that is chosen or dropped counts as one press. */
export type Hand = {
  readonly presses: number;
  press(role: 'button' | 'link' | 'radio', name: string): Promise<void>;
  choose(path: string): Promise<void>;
  drop(path: string): Promise<void>;
};

export function createHand(page: Page): Hand {
  let presses = 0;
  return {
    get presses() {
      return presses;
    },
    async press(role, name) {
      presses += 1;
      await page.getByRole(role, { name, exact: true }).first().click();
    },
    async choose(path) {
      presses += 1;
      await page.locator('input[type=file]').setInputFiles(path);
    },
    async drop(path) {
      presses += 1;
      const bytes = readFileSync(path).toString('base64');
      const data = await page.evaluateHandle((text) => {
        const transfer = new DataTransfer();
        const file = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
        transfer.items.add(new File([file], 'Sitzung.wav', { type: 'audio/wav' }));
        return transfer;
      }, bytes);
      for (const type of ['dragenter', 'dragover', 'drop'])
        await page.dispatchEvent('main', type, { dataTransfer: data });
    },
  };
}

/** Resolves when a second of sound is recorded. */
const recordsSound = (page: Page) =>
  page.waitForFunction(() => /[1-9]/.test(document.querySelector('[role=timer]')?.textContent ?? ''));

/** Resolves when the transcript of the session is shown. */
const showsTranscript = (page: Page) =>
  page.getByText('fertig', { exact: true }).first().waitFor({ timeout: 300_000 });

export type Way = {
  name: string;
  goal: 'recording' | 'transcript';
  isPeer: boolean;
  walk(page: Page, hand: Hand, file: string): Promise<unknown>;
};

/** The ways from the library. The peers fill in the form of a new session first, which was the only way before. */
export const ways: readonly Way[] = [
  {
    name: 'recording, form first',
    goal: 'recording',
    isPeer: true,
    async walk(page, hand) {
      await hand.press('link', 'Neue Sitzung');
      await hand.press('button', 'Sitzung erstellen');
      await hand.press('button', 'Mikrofon einschalten');
      await hand.press('button', 'Aufnahme starten');
      await recordsSound(page);
    },
  },
  {
    name: 'recording, at once',
    goal: 'recording',
    isPeer: false,
    async walk(page, hand) {
      await hand.press('button', 'Aufnehmen');
      await recordsSound(page);
    },
  },
  {
    name: 'file to transcript, form first',
    goal: 'transcript',
    isPeer: true,
    async walk(page, hand, file) {
      await hand.press('link', 'Neue Sitzung');
      await hand.press('button', 'Sitzung erstellen');
      await hand.press('radio', 'Datei hochladen');
      await hand.choose(file);
      await hand.press('button', 'Hochladen');
      await showsTranscript(page);
    },
  },
  {
    name: 'file to transcript, dropped',
    goal: 'transcript',
    isPeer: false,
    async walk(page, hand, file) {
      await hand.drop(file);
      await hand.press('button', 'Hochladen');
      await showsTranscript(page);
    },
  },
];
