import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Checkbox } from './checkbox.tsx';
import { ConfirmDialog } from './dialog.tsx';
import { NumberField } from './number-field.tsx';
import { Select } from './select.tsx';
import { TextField } from './text-field.tsx';
import { createToastQueue } from './toast-queue.ts';
import { ToastRegion } from './toast.tsx';

let root: Root;
let element: HTMLElement;

beforeEach(() => {
  element = document.createElement('div');
  document.body.append(element);
  root = createRoot(element);
});
afterEach(() => {
  root.unmount();
  element.remove();
});

const show = (node: React.ReactNode) => root.render(node);

test('A question has its harmless answer focused, and Escape gives it', async () => {
  const onConfirm = vi.fn<() => void>();
  const onCancel = vi.fn<() => void>();
  show(
    <ConfirmDialog
      isOpen
      title="Löschen?"
      confirmLabel="Ja"
      cancelLabel="Nein"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>Für immer.</p>
    </ConfirmDialog>,
  );
  await expect.element(page.getByRole('alertdialog', { name: 'Löschen?' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Nein' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(onCancel).toHaveBeenCalledOnce();
  await userEvent.click(page.getByRole('button', { name: 'Ja' }));
  expect(onConfirm).toHaveBeenCalledOnce();
});

test('An error is tied to its field', async () => {
  show(<TextField label="Name" hint="Hinweis" error="Bitte einen Namen." value="" onChange={() => {}} />);
  const field = page.getByRole('textbox', { name: 'Name' });
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field).toHaveAccessibleDescription(/Hinweis.*Bitte einen Namen\./);
});

test('A number out of range stays as it was typed', async () => {
  const onChange = vi.fn<(value: number | null) => void>();
  show(<NumberField label="Anzahl" value={null} onChange={onChange} minValue={1} maxValue={100} />);
  await userEvent.fill(page.getByRole('textbox', { name: 'Anzahl' }), '500');
  await userEvent.tab();
  expect(onChange).toHaveBeenLastCalledWith(500);
});

test('A choice is made with the keyboard alone', async () => {
  const onChange = vi.fn<(value: string) => void>();
  const options = [
    { key: 'de', label: 'Deutsch' },
    { key: 'fr', label: 'Französisch' },
  ];
  show(<Select label="Sprache" options={options} value="de" onChange={onChange} />);
  const button = page.getByRole('button', { name: /Sprache/ });
  await expect.element(button).toBeVisible();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('option', { name: 'Deutsch' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onChange).toHaveBeenCalledWith('fr');
});

test('A message offers its action once and goes with it', async () => {
  const queue = createToastQueue();
  const run = vi.fn<() => void>();
  show(<ToastRegion queue={queue} label="Meldungen" closeLabel="Schliessen" />);
  queue.add({ kind: 'info', text: 'Gelöscht.', action: { label: 'Rückgängig', run } });
  await userEvent.click(page.getByRole('button', { name: 'Rückgängig' }));
  expect(run).toHaveBeenCalledOnce();
  await expect.element(page.getByText('Gelöscht.')).not.toBeInTheDocument();
});

test('An empty box has no tick, whatever the colours are', async () => {
  show(<Checkbox>Protokoll</Checkbox>);
  const box = page.getByRole('checkbox', { name: 'Protokoll' });
  const tick = () => box.element().closest('label')!.querySelector('svg')!;
  await expect.element(box).not.toBeChecked();
  expect(getComputedStyle(tick()).visibility).toBe('hidden');
  await userEvent.tab();
  await userEvent.keyboard(' ');
  await expect.element(box).toBeChecked();
  expect(getComputedStyle(tick()).visibility).toBe('visible');
});
