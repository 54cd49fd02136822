import '#web/ui/tokens.css';
import { createInstance } from 'i18next';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { de } from '#web/i18n/de/index.ts';
import { DropZone } from './drop-zone.tsx';
import type { UploadProblem } from './upload.rules.ts';

const i18n = createInstance();
let root: Root | null = null;
let host: HTMLDivElement | null = null;

beforeAll(async () => {
  await i18n.use(initReactI18next).init({
    lng: 'de',
    resources: { de: { translation: de } },
    interpolation: { escapeValue: false },
  });
});

afterEach(() => {
  root?.unmount();
  host?.remove();
  root = host = null;
});

async function show(problem: UploadProblem | null = null): Promise<string[][]> {
  const chosen: string[][] = [];
  host = document.body.appendChild(document.createElement('div'));
  const made = createRoot(host);
  root = made;
  // With its effects: the test drops at once.
  flushSync(() =>
    made.render(
      <I18nextProvider i18n={i18n}>
        <DropZone
          problem={problem}
          maxBytes={150_000_000}
          onChoose={(files) => chosen.push(files.map((file) => file.name))}
        />
      </I18nextProvider>,
    ),
  );
  await expect.element(page.getByRole('button', { name: 'Datei wählen' })).toBeVisible();
  return chosen;
}

function dataOf(...names: string[]): DataTransfer {
  const data = new DataTransfer();
  for (const name of names) data.items.add(new File(['x'], name));
  return data;
}

const drag = (type: string, dataTransfer: DataTransfer) =>
  document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));

test('A file that is dropped anywhere on the page is chosen, and the page stays', async () => {
  const chosen = await show();
  drag('dragenter', dataOf('a.wav'));
  await expect.element(page.getByText(de.upload.dropNow)).toBeVisible();
  const isUnhandled = drag('drop', dataOf('a.wav'));
  expect(isUnhandled).toBe(false);
  expect(chosen).toEqual([['a.wav']]);
  await expect.element(page.getByText(de.upload.drop)).toBeVisible();
});

test('A file can be pasted', async () => {
  const chosen = await show();
  document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: dataOf('b.mp3') }));
  expect(chosen).toEqual([['b.mp3']]);
});

test('A file can be picked, and the same one again', async () => {
  const chosen = await show();
  const input = host?.querySelector('input') as HTMLInputElement;
  for (let round = 0; round < 2; round += 1) await userEvent.upload(input, new File(['x'], 'c.m4a'));
  expect(chosen).toEqual([['c.m4a'], ['c.m4a']]);
});

test('Dragged text is none of its business', async () => {
  const chosen = await show();
  const data = new DataTransfer();
  data.setData('text/plain', 'hello');
  expect(drag('drop', data)).toBe(true);
  expect(chosen).toEqual([]);
});

test('What is too large is told with the limit', async () => {
  await show({ code: 'media.too_large', requestId: null });
  const sentence = 'Die gewählte Datei überschreitet die maximale Dateigrösse von 150 MB.';
  await expect.element(page.getByRole('alert').getByText(sentence)).toBeVisible();
});

test('Several files are told apart from a file that is not accepted', async () => {
  await show({ code: 'upload.selection_several', requestId: null });
  await expect.element(page.getByRole('alert').getByText(de.upload.selection.several)).toBeVisible();
});
