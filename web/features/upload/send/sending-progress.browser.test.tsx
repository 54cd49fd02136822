import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { networkState, setRecordingActive } from '#web/features/network/network.state.ts';
import { de } from '#web/i18n/de/index.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { startSend } from '#workers/send/send.contract.ts';
import type { SendState } from '#workers/send/send.contract.ts';
import { SendingProgress } from './sending-progress.tsx';
import { analysisOf } from '#web/testing/analysis-fixture.ts';
import { startState } from '#web/features/upload/upload.rules.ts';
import type { UploadState } from '#web/features/upload/upload.rules.ts';

const screen = createTestScreen();

// No server answers here.
beforeEach(() => setRecordingActive(true));
afterEach(() => setRecordingActive(false));

const acts = () => ({
  cancel: vi.fn<() => void>(),
  retryNow: vi.fn<() => void>(),
  stopSending: vi.fn<() => void>(),
  resumeSending: vi.fn<() => void>(),
});

function show(change: Partial<SendState>, stage: UploadState['stage'] = 'sending') {
  const state: UploadState = {
    ...startState,
    stage,
    file: { name: 'Sitzung 12.m4a', bytes: 30_000_000 },
    analysis: analysisOf(),
    sending: { ...startSend(Date.now(), 20_000_000, 8_000_000), ...change },
  };
  const mp3 = new Blob([new Uint8Array(7)], { type: 'audio/mpeg' });
  const result = () => ({ mp3, bytes: 7, sha256: '', durationS: 60.2, timemap: null });
  const upload = { state, result, ...acts() };
  screen.show(<SendingProgress upload={upload} state={state} />);
  return upload;
}

test('While it goes well, parts and bytes are counted and the tab is to stay open', async () => {
  show({ partsStored: 1, partsTotal: 3, bytesStored: 8_000_000, bytesSent: 12_000_000 });
  const bar = page.getByRole('progressbar', { name: 'Die Aufnahme wird hochgeladen' });
  await expect
    .element(bar)
    .toHaveAttribute('aria-valuetext', '1 von 3 Teilen auf dem Server · 12\u00a0MB von 20\u00a0MB');
  expect(screen.host.textContent).toContain(de.upload.stay);
  expect(screen.host.textContent).not.toContain(de.network.safe.file);
});

test('Cut off, it says that the file is safe, lets the mp3 be saved, and the page knows', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const upload = show({ connection: { status: 'paused', attempt: 5, sinceMs: 0, untilMs: 1 } });
  expect(screen.host.textContent).toContain(de.network.safe.file);
  await expect.poll(() => networkState.connection.status).toBe('paused');
  await page.getByRole('button', { name: 'Als Datei speichern' }).click();
  expect(click.mock.contexts.map((link) => (link as HTMLAnchorElement).download)).toEqual(['Sitzung 12.mp3']);
  click.mockRestore();
  await page.getByRole('button', { name: 'Jetzt versuchen' }).click();
  await page.getByRole('button', { name: 'Nicht weiter versuchen' }).click();
  expect(upload.retryNow).toHaveBeenCalledOnce();
  expect(upload.stopSending).toHaveBeenCalledOnce();
  expect(upload.cancel).not.toHaveBeenCalled();
});

test('Once all is there the page hears no more of its connection', async () => {
  show({ connection: { status: 'unstable', sinceMs: 0 } });
  await expect.poll(() => networkState.connection.status).toBe('unstable');
  show({ connection: { status: 'unstable', sinceMs: 0 }, isDone: true }, 'completing');
  await expect.poll(() => networkState.connection.status).toBe('ok');
  expect(screen.host.textContent).toContain(de.upload.stage.completing);
  expect(screen.host.textContent).not.toContain(de.network.notice.unstable);
});

test('The tab may be closed exactly when the server has confirmed that all is there', () => {
  const stages = (['encoding', 'sending', 'completing', 'done'] as const).map((stage) => {
    show({ isDone: true }, stage);
    const mayClose = screen.host.textContent.includes(de.session.status.mayClose);
    return [stage, mayClose, screen.host.textContent.includes(de.upload.stay)];
  });
  expect(stages).toEqual([
    ['encoding', false, true],
    ['sending', false, true],
    ['completing', false, true],
    ['done', true, false],
  ]);
});
