import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { de } from '#web/i18n/de/index.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { DropZone } from './drop-zone.tsx';
import type { UploadProblem } from '#web/features/upload/upload.rules.ts';

const screen = createTestScreen();

async function show(problem: UploadProblem | null = null): Promise<string[][]> {
  const chosen: string[][] = [];
  screen.show(
    <DropZone
      problem={problem}
      maxBytes={150_000_000}
      onChoose={(files) => chosen.push(files.map((file) => file.name))}
    />,
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
  const input = screen.host.querySelector('input') as HTMLInputElement;
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
