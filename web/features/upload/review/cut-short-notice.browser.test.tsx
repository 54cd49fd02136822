import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { CutShortNotice } from './cut-short-notice.tsx';

const screen = createTestScreen({});

test('For a file that is cut short, the notice names its length and the length in its header', async () => {
  screen.show(<CutShortNotice analysis={{ durationS: 300, statedS: 600 }} />);
  await expect.element(page.getByText('Die Datei ist abgeschnitten')).toBeVisible();
  await expect.element(page.getByText(/Sie enthält 5:00 von 10:00/u)).toBeVisible();
});

test('For a whole file there is no notice', () => {
  screen.show(<CutShortNotice analysis={{ durationS: 600, statedS: 600 }} />);
  expect(screen.host.textContent).toBe('');
});
