import { flushSync } from 'react-dom';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import type { ConnectionState } from '#workers/send/connection.contract.ts';
import { startSend } from '#workers/send/send.contract.ts';
import type { SendState } from '#workers/send/send.contract.ts';
import { ConnectionNotice } from '#web/parts/connection/connection-notice.tsx';
import type { ConnectionNoticeProps } from '#web/parts/connection/connection-notice.tsx';
import { NetworkBar } from './network-bar.tsx';
import { networkState, reportConnection, setRecordingActive } from './network.state.ts';
import { SendParts } from '#web/parts/connection/send-parts.tsx';

const screen = createTestScreen();
const { show } = screen;

const sending = (connection: ConnectionState, change: Partial<SendState> = {}): SendState => ({
  ...startSend(Date.now(), 20_000_000, 8_000_000),
  connection,
  ...change,
});
/** Longer than the test, so that no countdown ends. */
const soon = () => ({ sinceMs: Date.now(), atMs: Date.now() + 600_000, untilMs: Date.now() + 600_000 });
const states = (): Record<Exclude<ConnectionState['status'], 'ok'>, ConnectionState> => {
  const { sinceMs, atMs, untilMs } = soon();
  return {
    offline: { status: 'offline', attempt: 1, sinceMs },
    unstable: { status: 'unstable', sinceMs },
    retrying: { status: 'retrying', attempt: 2, sinceMs, atMs },
    testing: { status: 'testing', attempt: 5 },
    paused: { status: 'paused', attempt: 5, sinceMs, untilMs },
    stopped: { status: 'stopped', attempt: 5 },
  };
};

const button = (name: string) => page.getByRole('button', { name });

describe('beside what is being sent', () => {
  const pressed: string[] = [];
  const notice = (send: SendState, change: Partial<ConnectionNoticeProps> = {}) =>
    show(
      <ConnectionNotice
        send={send}
        safe="file"
        onRetryNow={() => pressed.push('retryNow')}
        onStop={() => pressed.push('stop')}
        onResume={() => pressed.push('resume')}
        {...change}
      />,
    );
  beforeEach(() => {
    pressed.length = 0;
  });

  it.each(['offline', 'unstable', 'retrying', 'testing', 'paused', 'stopped'] as const)(
    'there is a sentence without faults for all when it is %s',
    async (status) => {
      notice(sending(states()[status]));
      const said: Record<typeof status, RegExp> = {
        offline: /Ihr Gerät ist offline\..*Ihre Datei bleibt/,
        unstable: /Der Upload läuft wieder/,
        retrying: /Versuch 2 in \d+ Sekunden\..*Ihre Datei bleibt/,
        testing: /Versuch 5 läuft\..*Ihre Datei bleibt/,
        paused: /der Upload pausiert\. Versuch 5 in \d+ Sekunden\..*Ihre Datei bleibt/,
        stopped: /Sie haben den Upload angehalten\..*Ihre Datei bleibt/,
      };
      expect(screen.host.textContent).toMatch(said[status]);
      expect(await accessibilityFaults(screen.host)).toEqual([]);
    },
  );

  it('nothing is shown while all goes well', () => {
    notice(sending({ status: 'ok' }));
    expect(screen.host.textContent).toBe('');
    expect(screen.host.offsetHeight).toBe(0);
  });

  it('the circuit is closed or given up by keyboard alone', async () => {
    notice(sending(states().paused));
    await userEvent.keyboard('{Tab}');
    await expect.element(button('Jetzt versuchen')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{Tab}{Enter}');
    expect(pressed).toEqual(['retryNow', 'stop']);
    notice(sending(states().stopped));
    await userEvent.keyboard('{Tab}');
    await expect.element(button('Upload fortsetzen')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(pressed.at(-1)).toBe('resume');
  });

  it('a try keeps its button where it is, and the focus stays when the buttons go', async () => {
    notice(sending(states().paused));
    (button('Jetzt versuchen').element() as HTMLElement).focus();
    notice(sending(states().testing));
    await expect.element(button('Jetzt versuchen')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(pressed).toEqual([]);
    notice(sending(states().unstable));
    await expect.poll(() => screen.host.contains(document.activeElement)).toBe(true);
  });

  it('a standstill is told with its seconds and taken up anew', async () => {
    notice(sending({ status: 'ok' }, { movedAtMs: Date.now() - 42_000 }));
    await expect.element(page.getByText(/seit 4\d Sekunden keine Fortschritte/)).toBeVisible();
    await button('Neu ansetzen').click();
    expect(pressed).toEqual(['retryNow']);
    expect(await accessibilityFaults(screen.host)).toEqual([]);
  });

  it('what may be said of the sound depends on where it is, and saving is offered beside it', async () => {
    const actions = <button type="button">Sichern</button>;
    notice(sending(states().offline), { safe: 'recording', actions });
    expect(screen.host.textContent).toContain(
      'Ihre Aufnahme läuft weiter und ist auf diesem Gerät gespeichert.',
    );
    await expect.element(button('Sichern')).toBeVisible();
    notice(sending(states().offline), { safe: 'unsaved', actions });
    expect(screen.host.textContent).toContain('liegt nur in diesem Tab');
    expect(screen.host.textContent).not.toContain('gespeichert');
    notice(sending(states().unstable), { actions });
    await expect.element(button('Sichern')).not.toBeInTheDocument();
  });
});

describe('the bar', () => {
  const owner = {};
  const acts = { retryNow: vi.fn<() => void>(), stop: vi.fn<() => void>(), resume: vi.fn<() => void>() };
  const bar = () => page.getByRole('status', { name: 'Verbindung' });
  const report = (connection: ConnectionState) =>
    flushSync(() => reportConnection(owner, { send: sending(connection), ...acts }));
  const spoken = () => screen.host.querySelector('[aria-live=polite]')?.textContent;

  beforeEach(() => {
    vi.clearAllMocks();
    // No server answers here; the result of the check does not matter.
    setRecordingActive(true);
    show(<NetworkBar />);
  });
  afterEach(() => {
    reportConnection(owner, null);
    networkState.status = 'ok';
    setRecordingActive(false);
  });

  it.each(['offline', 'unstable', 'retrying', 'testing', 'paused', 'stopped'] as const)(
    'tells without faults that it is %s, and that the recording goes on',
    async (status) => {
      report(states()[status]);
      await expect
        .poll(() => bar().element().textContent)
        .toContain('Ihre Aufnahme läuft weiter und ist auf diesem Gerät gespeichert.');
      expect(await accessibilityFaults(screen.host)).toEqual([]);
    },
  );

  it('is red offline and while the circuit is open, else yellow, and gone when all is well', async () => {
    const colours: (string | undefined)[] = [];
    for (const status of ['offline', 'paused', 'retrying'] as const) {
      report(states()[status]);
      await expect
        .poll(() => screen.host.querySelector('[data-trouble]')?.getAttribute('data-trouble'))
        .toBe(status);
      const shown = screen.host.querySelector('[data-trouble]');
      colours.push(shown ? getComputedStyle(shown).color : undefined);
    }
    expect(colours[0]).toBe(colours[1]);
    expect(colours[2]).not.toBe(colours[0]);
    report({ status: 'ok' });
    await expect.element(bar()).toBeEmptyDOMElement();
  });

  it.each([
    ['unreachable', /nicht erreichbar.*alle 5 Sekunden.*Support/],
    ['down', /ausser Betrieb.*alle 5 Sekunden.*Support/],
    ['blocked', new RegExp(`Verbindungen zu ${location.host} werden blockiert.*wechseln Sie das Netz`)],
  ] as const)('says what to do when it is %s', async (status, sentence) => {
    flushSync(() => (networkState.status = status));
    await expect.poll(() => bar().element().textContent).toMatch(sentence);
    expect(await accessibilityFaults(screen.host)).toEqual([]);
  });

  it('retries now and stops by keyboard while the circuit is open', async () => {
    report(states().paused);
    await expect.element(button('Jetzt versuchen')).toBeVisible();
    await userEvent.keyboard('{Tab}{Enter}{Tab}{Enter}');
    expect(acts.retryNow).toHaveBeenCalledOnce();
    expect(acts.stop).toHaveBeenCalledOnce();
    report(states().stopped);
    await button('Upload fortsetzen').click();
    expect(acts.resume).toHaveBeenCalledOnce();
  });

  it('speaks what is new and not each second', async () => {
    const sinceMs = Date.now();
    report({ status: 'paused', attempt: 5, sinceMs, untilMs: sinceMs + 30_000 });
    await expect.poll(spoken).toContain('Der Upload pausiert');
    const output = bar().element();
    const before = output.textContent;
    const said: (string | null | undefined)[] = [];
    const observer = new MutationObserver(() => said.push(spoken()));
    observer.observe(screen.host.querySelector('[aria-live=polite]') as Element, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    await expect.poll(() => output.textContent).not.toBe(before);
    expect(said).toEqual([]);
    expect(output.getAttribute('aria-live')).toBe('off');
    report({ status: 'ok' });
    await expect.poll(spoken).toBe('Die Verbindung ist wieder gut.');
    observer.disconnect();
  });
});

test('Parts and bytes are counted, also of a recording whose end is not known', async () => {
  const send = sending({ status: 'ok' }, { partsStored: 1, partsTotal: 3, bytesSent: 12_000_000 });
  show(<SendParts send={send} label="Upload" />);
  const meter = page.getByRole('progressbar', { name: 'Upload' });
  await expect
    .element(meter)
    .toHaveAttribute('aria-valuetext', '1 von 3 Teilen auf dem Server · 12\u00a0MB von 20\u00a0MB');
  await expect.element(meter).toHaveAttribute('aria-valuenow', '0.6');
  const growing = { ...send, bytesTotal: null, partsTotal: 0 };
  show(<SendParts send={growing} label="Upload" bytesKnown={16_000_000} />);
  await expect.element(meter).toHaveAttribute('aria-valuetext', '12\u00a0MB von 16\u00a0MB');
  show(<SendParts send={growing} label="Upload" />);
  // The share is unknown: the figure is text beside the name.
  await expect.element(meter).toHaveTextContent('Upload12 MB');
  expect(await accessibilityFaults(screen.host)).toEqual([]);
});
