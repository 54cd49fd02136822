import { onTestFinished, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { de } from '#web/i18n/de/index.ts';
import { transcriptFixture } from '#web/testing/session-fixture.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { SaveStatus } from './save-status.tsx';
import { createEditServer, createTestTab } from './transcript-editor-fixture.ts';

const screen = createTestScreen();

function show() {
  const tab = createTestTab(createEditServer(transcriptFixture(3)), { waitMs: 20 });
  onTestFinished(() => tab.editor[Symbol.dispose]());
  screen.show(<SaveStatus editor={tab.editor} />);
  tab.connection.isUp = false;
  return tab;
}
const { save } = de.transcript;

test('Changes that cannot be sent are shown as kept on the device', async () => {
  const { editor } = show();
  editor.write('s0', 'Neu.');
  await expect.element(page.getByText(save.offline, { exact: true })).toBeVisible();
});

test('Changes that the device cannot store are not shown as kept there', async () => {
  const { editor, outbox, connection, window } = show();
  outbox.isFull = true;
  editor.write('s0', 'Neu.');
  await expect.element(page.getByText(save.memory).first()).toBeVisible();
  await expect.element(page.getByText(save.offline, { exact: true })).not.toBeInTheDocument();
  connection.isUp = true;
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText(save.saved, { exact: true })).toBeVisible();
});
