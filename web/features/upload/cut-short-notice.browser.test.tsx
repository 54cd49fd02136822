import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { CutShortNotice } from './cut-short-notice.tsx';

const screen = createTestScreen({});

test('A file that is cut short is told so, with what is there and what it says of itself', async () => {
  screen.show(<CutShortNotice analysis={{ durationS: 300, statedS: 600 }} />);
  await expect.element(page.getByText('Die Datei ist abgeschnitten')).toBeVisible();
  await expect.element(page.getByText(/Sie enthält 5:00 von 10:00/u)).toBeVisible();
});

test('A whole one is not', () => {
  screen.show(<CutShortNotice analysis={{ durationS: 600, statedS: 600 }} />);
  expect(screen.host.textContent).toBe('');
});
