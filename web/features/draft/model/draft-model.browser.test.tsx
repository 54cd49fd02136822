import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { userState } from '#web/features/user/index.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { createModelDevice, type ModelDevice, testModels } from '#web/testing/draft-setup-fixture.ts';
import { domainConfigFixture } from '#web/testing/domain-config-fixture.ts';
import { createTestApi } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { closeDeviceModelsDialog, deviceModelsState } from './device-models.state.ts';
import { DeviceModelsDialog } from './device-models-dialog.tsx';
import { DraftOffer } from './draft-offer.tsx';
import type { DraftSetup } from './draft-setup.state.ts';

const screen = createTestScreen();
const api = createTestApi();
const { fixture, tiny, base, small } = testModels;

let tags: string[] | null;
beforeEach(() => {
  tags = null;
  api.on('GET /api/v1/domain-config', () => domainConfigFixture(tags));
});
afterEach(() => {
  closeDeviceModelsDialog();
  userState.user = null;
});

function show(children: React.ReactNode): QueryClient {
  const client = new QueryClient();
  screen.show(<QueryClientProvider client={client}>{children}</QueryClientProvider>);
  return client;
}
const showOffer = (setup: DraftSetup) => show(<DraftOffer language="de" setup={setup} />);
const button = (name: string | RegExp) => page.getByRole('button', { name });
const checkbox = page.getByRole('checkbox', { name: /^Entwurf auf diesem Gerät schreiben/ });
const said = () => screen.host.textContent;
const running = async (device: ModelDevice, id: string) => {
  await expect.poll(() => device.downloads.has(id)).toBe(true);
  return device.downloads.get(id)!;
};

describe('before a recording', () => {
  it('a large model is asked for, comes with its progress, and is one line then, by keyboard alone', async () => {
    const device = createModelDevice([tiny, base]);
    showOffer(device.open());
    await expect.element(button('Laden und mitschreiben')).toBeVisible();
    expect(said()).toContain('Whisper tiny, 44\u00a0MB');
    expect(said()).toContain('Es wird dafür nichts gesendet.');
    expect(await accessibilityFaults(screen.host)).toEqual([]);
    await userEvent.keyboard('{Tab}{Enter}');
    (await running(device, tiny.id)).report(20_000_000);
    const bar = page.getByRole('progressbar', { name: 'Whisper tiny wird geladen' });
    await expect.element(bar).toHaveAttribute('aria-valuetext', '20\u00a0MB von 44\u00a0MB');
    expect(await accessibilityFaults(screen.host)).toEqual([]);
    // The focused button is gone; the focus stays in the offer.
    expect(document.activeElement).toBe(screen.host.querySelector('section'));
    device.downloads.get(tiny.id)!.resolve(null);
    await expect.element(checkbox).toBeChecked();
    await expect.poll(said).toContain('Der Entwurf ist bereit.');
    expect(await accessibilityFaults(screen.host)).toEqual([]);
    await userEvent.keyboard('{Tab} ');
    await expect.element(checkbox).not.toBeChecked();
    await userEvent.keyboard('{Tab}{Enter}');
    expect(deviceModelsState.isOpen).toBe(true);
  });

  it('a no leaves a small line that asks again only when it is turned on', async () => {
    const device = createModelDevice([tiny]);
    showOffer(device.open());
    await button('Nicht jetzt').click();
    await expect.element(checkbox).not.toBeChecked();
    screen.clear();
    showOffer(device.open());
    await expect.element(checkbox).not.toBeChecked();
    expect(await accessibilityFaults(screen.host)).toEqual([]);
    await checkbox.click({ force: true });
    await expect.element(button('Laden und mitschreiben')).toBeVisible();
    expect(device.begun).toEqual([]);
  });

  it('a download is cancelled, and goes on where it stopped', async () => {
    const device = createModelDevice([tiny]);
    showOffer(device.open());
    await button('Laden und mitschreiben').click();
    (await running(device, tiny.id)).report(20_000_000);
    await button('Laden abbrechen').click();
    await button('Weiter laden').click();
    (await running(device, tiny.id)).resolve(null);
    await expect.element(checkbox).toBeChecked();
  });

  it.each([
    ['full', 'zu wenig Platz', 'Erneut versuchen'],
    ['interrupted', 'bleibt auf diesem Gerät', 'Weiter laden'],
    ['missing', 'hat das Modell nicht mehr', 'Erneut versuchen'],
    ['wrong_digest', 'wurde verworfen', 'Erneut versuchen'],
  ] as const)('a refusal is told with its way out: %s', async (reason, words, way) => {
    const device = createModelDevice([tiny]);
    showOffer(device.open());
    await button('Laden und mitschreiben').click();
    (await running(device, tiny.id)).resolve(reason);
    await expect.element(page.getByText(words, { exact: false })).toBeVisible();
    expect(said()).toContain('Aufnehmen und Hochladen gehen auch ohne Entwurf.');
    expect(await accessibilityFaults(screen.host)).toEqual([]);
    await button(way).click();
    (await running(device, tiny.id)).resolve(null);
    await expect.element(checkbox).toBeChecked();
  });

  it('a browser that stores nothing says that the model comes at each visit', async () => {
    const device = createModelDevice([tiny]);
    showOffer(device.open());
    await button('Laden und mitschreiben').click();
    (await running(device, tiny.id)).resolve('none');
    await expect.element(page.getByText(/bei jedem Besuch neu geladen \(44\u00a0MB\)/)).toBeVisible();
  });

  it('without a model the cause is said, and who administers the server reads the command', async () => {
    showOffer(createModelDevice([]).open());
    await expect.element(page.getByText(/gibt es kein Modell für Entwürfe/)).toBeVisible();
    expect(screen.host.querySelector('code')).toBeNull();
    userState.user = { isSuperuser: true } as typeof userState.user;
    await expect.element(page.getByText('npm run models -- whisper-tiny')).toBeVisible();
    expect(await accessibilityFaults(screen.host)).toEqual([]);
    const device = createModelDevice(null);
    screen.clear();
    showOffer(device.open());
    await expect.element(page.getByText(/der Server ist nicht erreichbar/)).toBeVisible();
    device.offered = [tiny];
    await button('Erneut versuchen').click();
    await expect.element(button('Laden und mitschreiben')).toBeVisible();
  });

  it('models that are taken by nobody but the person are a press away', async () => {
    showOffer(createModelDevice([small]).open());
    await expect.element(page.getByText(/wird von selbst genommen/)).toBeVisible();
    expect(await accessibilityFaults(screen.host)).toEqual([]);
    await button('Modelle auf diesem Gerät').click();
    expect(deviceModelsState.isOpen).toBe(true);
  });

  it('the test model comes without a question, and its name says what it is', async () => {
    const device = createModelDevice([fixture]);
    showOffer(device.open());
    (await running(device, fixture.id)).resolve(null);
    await expect.element(checkbox).toBeChecked();
    expect(said()).toContain('Testmodell');
  });

  it('a host without drafts offers none', async () => {
    tags = ['dictation'];
    const device = createModelDevice([fixture]);
    const client = showOffer(device.open());
    await expect.poll(() => client.isFetching() === 0 && api.calls.length).toBe(1);
    expect(screen.host.childElementCount).toBe(0);
    expect(device.begun).toEqual([]);
  });
});

describe('the dialog of the models', () => {
  let closed: number;
  const showDialog = (setup: DraftSetup) => {
    closed = 0;
    show(<DeviceModelsDialog setup={setup} onClose={() => (closed += 1)} />);
  };
  const row = (id: string) => document.querySelector(`[data-model="${id}"]`)!;
  const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]')!;

  it('lists all with size, place and speed, and says why one is chosen', async () => {
    const device = createModelDevice([small, tiny, base], [tiny]);
    device.isPersistent = true;
    const setup = device.open();
    await setup.look('de');
    setup.recordSpeed(tiny.id, 7.2);
    setup.recordBackend(tiny.id, { backend: 'wasm', reason: 'faster' });
    showDialog(setup);
    await expect.poll(() => row(base.id)?.textContent).toContain('gewählt');
    expect(row(tiny.id).textContent).toContain(
      '44\u00a0MB · auf diesem Gerät · 7-mal so schnell, wie gesprochen wird (gemessen)',
    );
    expect(row(base.id).textContent).toContain('80\u00a0MB · nicht geladen · 4-mal so schnell');
    expect(row(small.id).textContent).toContain('Es ist grösser als 150\u00a0MB');
    await expect
      .poll(() => dialog().textContent)
      .toContain('Geschrieben wird mit Whisper tiny, bis Whisper base geladen ist.');
    expect(dialog().textContent).toContain('Zusammen auf diesem Gerät: 44\u00a0MB.');
    expect(dialog().textContent).toContain('Der Browser behält sie');
    expect(dialog().textContent).toContain('Gerechnet hat zuletzt der Prozessor.');
    expect(await accessibilityFaults(dialog())).toEqual([]);
    await button('Whisper base laden').click();
    (await running(device, base.id)).resolve(null);
    await expect.poll(() => setup.state.inUse).toBe(base.id);
    expect(dialog().textContent).not.toContain('Geschrieben wird mit');
  });

  it('lets the person choose a large model, with its size, and choose by itself again', async () => {
    const setup = createModelDevice([small, tiny], [tiny]).open();
    showDialog(setup);
    await button('Whisper small wählen').click();
    await expect.element(page.getByText(/Sie haben dieses Modell selbst gewählt/)).toBeVisible();
    expect(row(small.id).textContent).toContain('252\u00a0MB');
    expect(setup.state).toMatchObject({ choice: small.id, inUse: tiny.id });
    await button('Wieder von selbst wählen').click();
    await expect.poll(() => setup.state.choice).toBeNull();
    expect(await accessibilityFaults(dialog())).toEqual([]);
  });

  it('removes a model after a question, by keyboard alone', async () => {
    const device = createModelDevice([tiny], [tiny]);
    const setup = device.open();
    showDialog(setup);
    await expect.element(button('Whisper tiny entfernen')).toBeVisible();
    (button('Whisper tiny entfernen').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    const question = page.getByRole('alertdialog', { name: 'Whisper tiny entfernen?' });
    await expect.element(question).toBeVisible();
    await expect.element(page.getByText(/werden 44\u00a0MB frei/)).toBeVisible();
    expect(await accessibilityFaults(question.element() as HTMLElement)).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(button('Whisper tiny entfernen')).toHaveFocus();
    await userEvent.keyboard('{Enter}{Tab}{Enter}');
    await expect.poll(() => row(tiny.id).textContent).toContain('nicht geladen');
    await expect.poll(() => dialog().textContent).toContain('Whisper tiny ist von diesem Gerät entfernt.');
    await expect.poll(() => dialog().contains(document.activeElement)).toBe(true);
    expect(setup.model()).toBeNull();
    await userEvent.keyboard('{Escape}');
    expect(closed).toBe(1);
  });

  it('works without a server, with what is on the device', async () => {
    showDialog(createModelDevice(null, [tiny]).open());
    await expect.element(page.getByText(/Gezeigt wird, was auf diesem Gerät ist/)).toBeVisible();
    await expect.element(button('Whisper tiny entfernen')).toBeVisible();
    expect(await accessibilityFaults(dialog())).toEqual([]);
  });

  it('tells of a graphics card that has failed', async () => {
    const setup = createModelDevice([tiny], [tiny]).open();
    await setup.look('de');
    setup.recordBackend(tiny.id, { backend: 'wasm', reason: 'gpu_lost' });
    showDialog(setup);
    await expect.element(page.getByText(/Die Grafikkarte ist ausgefallen/)).toBeVisible();
  });

  it('of a host without drafts lets people remove what is there', async () => {
    tags = ['dictation'];
    const device = createModelDevice([fixture, tiny, base], [tiny]);
    showDialog(device.open());
    await expect.element(page.getByText(/sind Entwürfe auf dem Gerät nicht vorgesehen/)).toBeVisible();
    await expect.element(button('Whisper tiny entfernen')).toBeVisible();
    expect(document.querySelectorAll('[data-model]')).toHaveLength(1);
    expect(row(tiny.id).querySelectorAll('button')).toHaveLength(1);
    await button('Whisper tiny entfernen').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Entfernen' }).click();
    await expect.poll(() => document.querySelectorAll('[data-model]').length).toBe(0);
    expect(device.begun).toEqual([]);
  });
});
