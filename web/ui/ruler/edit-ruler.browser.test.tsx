import '#web/ui/tokens.css';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { cdp, page, userEvent } from 'vitest/browser';
import { EditRuler } from './edit-ruler.tsx';
import type { EditRulerProps } from './edit-ruler.tsx';
import type { Span } from './ruler.rules.ts';
import { wholeWindow } from './view.rules.ts';
import type { RulerWindow } from './view.rules.ts';

let root: Root | null = null;
let host: HTMLDivElement | null = null;
let log: string[] = [];
let window_: RulerWindow = wholeWindow(9000);
const loud = new Int8Array(900_000 * 2).map((_, index) => (index % 2 === 0 ? -60 : 60));

type Change = Partial<Omit<EditRulerProps, 'window' | 'onWindow'>> & { window?: RulerWindow };
const round = (timeS: number) => Math.round(timeS * 100) / 100;

/** Holds the window as a parent component does. */
function Shown({ window: given, ...change }: Change) {
  const [window, setWindow] = useState(given ?? wholeWindow(9000));
  window_ = window;
  return (
    <EditRuler
      label="Recording"
      overviewLabel="Part shown"
      labelHandle={({ of, index, side }) => `${of} ${index} ${side}`}
      contents={['Length: 2 hours']}
      durationS={9000}
      peaks={{ pairs: loud, rate: 100 }}
      regions={[[0, 9000]]}
      marks={[]}
      text={null}
      kept={[[0, 9000]]}
      proposals={[]}
      selection={null}
      positionS={0}
      onSeek={(timeS) => log.push(`seek ${round(timeS)}`)}
      onPress={(timeS) => log.push(`press ${Math.round(timeS)}`)}
      onSelect={(span) => log.push(`select ${span ? span.map((timeS) => Math.round(timeS)) : null}`)}
      onMove={({ of, index, side }, timeS, gesture) =>
        log.push(`${gesture.split('-')[0]} ${of} ${index} ${side} ${round(timeS)}`)
      }
      formatTime={(timeS, digits) => timeS.toFixed(digits)}
      speakTime={(timeS) => `${timeS} seconds`}
      {...change}
      window={window}
      onWindow={setWindow}
    />
  );
}

async function show(change: Change = {}, widthPx = 900): Promise<void> {
  log = [];
  host ??= document.body.appendChild(document.createElement('div'));
  host.style.width = `${widthPx}px`;
  root ??= createRoot(host);
  root.render(
    <StrictMode>
      <Shown key={JSON.stringify(change.window ?? '')} {...change} />
    </StrictMode>,
  );
  await expect.element(page.getByRole('slider', { name: 'Recording' })).toBeVisible();
  await eventually(() => expect(canvas().width).toBe(Math.round(widthPx * window.devicePixelRatio)));
}

const canvas = () => host?.querySelector('canvas') as HTMLCanvasElement;
const surface = () => canvas().closest('[id]') as HTMLElement;
const playhead = () => page.getByRole('slider', { name: 'Recording' });
const handle = (name: string) => page.getByRole('slider', { name });

/** Real coordinates: the element at the point gets the event. */
function fire(type: string, xPx: number, yPx: number, init: PointerEventInit = {}): void {
  const box = surface().getBoundingClientRect();
  const [clientX, clientY] = [box.left + xPx, box.top + yPx];
  const target = document.elementFromPoint(clientX, clientY) ?? surface();
  target.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      pointerId: 1,
      button: 0,
      buttons: 1,
      clientX,
      clientY,
      ...init,
    }),
  );
}

function wheel(init: WheelEventInit): boolean {
  const box = surface().getBoundingClientRect();
  return surface().dispatchEvent(
    new WheelEvent('wheel', {
      bubbles: true,
      cancelable: true,
      clientX: box.left + 225,
      clientY: box.top + 50,
      ...init,
    }),
  );
}

afterEach(() => {
  root?.unmount();
  host?.remove();
  root = host = null;
});

test('A click is a press at the time under it', async () => {
  await show();
  await userEvent.click(playhead(), { position: { x: 450, y: 30 } });
  expect(log).toEqual(['press 4500']);
});

test('A drag over the picture selects, and on the axis it moves the picture', async () => {
  await show({ window: { fromS: 1000, toS: 1900 } });
  const box = { source: { x: 100, y: 40 }, target: { x: 300, y: 40 } };
  await userEvent.dragAndDrop(surface(), surface(), {
    sourcePosition: box.source,
    targetPosition: box.target,
  });
  expect(log.at(-1)).toBe('select 1100,1300');
  const axisY = surface().clientHeight - 8;
  fire('pointerdown', 300, axisY);
  fire('pointermove', 200, axisY);
  fire('pointerup', 200, axisY);
  await eventually(() => expect(window_).toEqual({ fromS: 1100, toS: 2000 }));
});

test('Ctrl and the wheel zoom at the pointer, the wheel moves, and at the end the page scrolls', async () => {
  await show();
  expect(wheel({ deltaY: 100 })).toBe(true);
  expect(wheel({ deltaY: -300, ctrlKey: true })).toBe(false);
  await eventually(() => expect(window_.toS - window_.fromS).toBeLessThan(4500));
  const { fromS, toS } = window_;
  expect(fromS + (toS - fromS) * 0.25).toBeCloseTo(2250, 0);
  expect(wheel({ deltaY: 90, shiftKey: true })).toBe(false);
  await eventually(() => expect(window_.fromS).toBeCloseTo(fromS + (toS - fromS) * 0.1, 3));
});

test('Keys zoom down to hundredths at the playhead and back to the whole', async () => {
  await show({ positionS: 4000 });
  (playhead().element() as HTMLElement).focus();
  for (let press = 0; press < 16; press += 1) await userEvent.keyboard('+');
  expect(window_.toS - window_.fromS).toBeCloseTo(0.5, 6);
  expect(window_.fromS).toBeLessThan(4000);
  expect(window_.toS).toBeGreaterThan(4000);
  await userEvent.keyboard('0');
  expect(window_).toEqual({ fromS: 0, toS: 9000 });
});

test('Keys move the playhead by 1 s, 10 s and 10 ms, and the picture goes along', async () => {
  await show({ positionS: 20, window: { fromS: 10, toS: 20 } });
  (playhead().element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}{Shift>}{ArrowLeft}{/Shift}{Alt>}{ArrowLeft}{/Alt}');
  expect(log).toEqual(['seek 19', 'seek 10', 'seek 19.99']);
  await userEvent.keyboard('{ArrowRight}');
  await eventually(() => expect(window_).toEqual({ fromS: 16, toS: 26 }));
});

test('Each handle is a slider with its time in words', async () => {
  await show({
    kept: [
      [0, 3000],
      [6000, 9000],
    ],
  });
  const end = handle('kept 0 end');
  await expect.element(end).toHaveAttribute('aria-valuetext', '3000 seconds');
  await expect.element(end).toHaveAttribute('aria-valuemax', '5999.9');
  (end.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowLeft}{/Shift}{Alt>}{ArrowRight}{/Alt}{Home}{End}');
  expect(log).toEqual(
    ['3001', '2990', '3000.01', '0.1', '5999.9'].map((timeS) => `keys kept 0 end ${timeS}`),
  );
});

test('A handle is dragged by its grip, from where it was taken', async () => {
  await show({ kept: [[900, 9000]] });
  const yPx = surface().clientHeight - 20 - 22;
  fire('pointerdown', 90 + 30, yPx);
  fire('pointermove', 90 + 30 + 60, yPx);
  fire('pointerup', 90 + 30 + 60, yPx);
  expect(log).toEqual(['drag kept 0 start 1500']);
});

test('A finger finds the grips at 320 px, even of a cut of one pixel', async () => {
  await show(
    {
      kept: [
        [0, 4500],
        [4510, 9000],
      ],
    },
    288,
  );
  const yPx = surface().clientHeight - 20 - 22;
  for (const [xPx, name] of [
    [20, 'kept 0 start'],
    [144 - 22, 'kept 0 end'],
    [144 + 22, 'kept 1 start'],
    [288 - 20, 'kept 1 end'],
  ] as const) {
    log = [];
    fire('pointerdown', xPx, yPx, { pointerType: 'touch' });
    fire('pointermove', xPx + 1, yPx, { pointerType: 'touch' });
    fire('pointerup', xPx + 1, yPx, { pointerType: 'touch' });
    expect(log[0]).toContain(`drag ${name}`);
  }
  const grips = [...(host?.querySelectorAll('[data-handle] > span') ?? [])];
  expect(grips.map((grip) => [grip.clientWidth, grip.clientHeight])).toEqual(grips.map(() => [44, 44]));
  // Vertical movement scrolls the page.
  expect(getComputedStyle(surface()).touchAction).toBe('pan-y');
});

test('When the browser takes the finger to scroll, what it had begun is put back', async () => {
  await show({ kept: [[900, 9000]], selection: [10, 20] });
  const yPx = surface().clientHeight - 20 - 22;
  const touch = { pointerType: 'touch' };
  fire('pointerdown', 110, yPx, touch);
  fire('pointermove', 150, yPx, touch);
  fire('pointercancel', 150, yPx, touch);
  expect(log.at(-1)).toBe('drag kept 0 start 900');
  fire('pointerdown', 400, 60, touch);
  fire('pointermove', 500, 60, touch);
  fire('pointercancel', 500, 60, touch);
  expect(log.at(-1)).toBe('select 10,20');
});

/** Real touch through the browser's hit testing and scrolling; positions within the ruler. */
async function swipe(from: [xPx: number, yPx: number], to: [xPx: number, yPx: number]): Promise<void> {
  const box = surface().getBoundingClientRect();
  const frame = window.frameElement?.getBoundingClientRect() ?? { left: 0, top: 0 };
  const point = (share: number) => ({
    x: frame.left + box.left + from[0] + (to[0] - from[0]) * share,
    y: frame.top + box.top + from[1] + (to[1] - from[1]) * share,
  });
  const session = cdp() as unknown as { send(method: string, params: object): Promise<unknown> };
  const touch = (type: string, touchPoints: object[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await touch('touchStart', [point(0)]);
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', [point(step / 10)]);
  await touch('touchEnd', []);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
}

test('A real finger drags a grip sideways, selects over the picture, and scrolls the page upwards', async () => {
  await show({ kept: [[900, 9000]] }, 288);
  const tall = document.body.appendChild(document.createElement('div'));
  tall.style.height = '5000px';
  const gripY = surface().clientHeight - 20 - 22;
  await swipe([28.8 + 25, gripY], [28.8 + 25 + 96, gripY]);
  expect(log.at(-1)).toMatch(/^drag kept 0 start 3(8|9)\d\d/);
  log = [];
  await swipe([100, 40], [200, 42]);
  expect(log.at(-1)).toMatch(/^select 31\d\d,62\d\d$/);
  log = [];
  await swipe([150, 120], [152, 10]);
  await eventually(() => expect(window.scrollY).toBeGreaterThan(20));
  expect(log.filter((line) => line.startsWith('press'))).toEqual([]);
  expect(log.at(-1) ?? 'select null').toBe('select null');
  window.scrollTo(0, 0);
  tall.remove();
});

test('Escape in the middle of a drag puts back', async () => {
  await show({ kept: [[900, 9000]] });
  const yPx = surface().clientHeight - 20 - 22;
  (handle('kept 0 start').element() as HTMLElement).focus();
  fire('pointerdown', 110, yPx);
  fire('pointermove', 300, yPx);
  await userEvent.keyboard('{Escape}');
  expect(log.at(-1)).toBe('drag kept 0 start 900');
  fire('pointermove', 400, yPx);
  expect(log.at(-1)).toBe('drag kept 0 start 900');
});

test('Two fingers zoom, and select nothing', async () => {
  await show();
  fire('pointerdown', 400, 60, { pointerId: 1, pointerType: 'touch' });
  fire('pointerdown', 500, 60, { pointerId: 2, pointerType: 'touch', isPrimary: false });
  fire('pointermove', 300, 60, { pointerId: 1, pointerType: 'touch' });
  fire('pointermove', 600, 60, { pointerId: 2, pointerType: 'touch' });
  fire('pointerup', 300, 60, { pointerId: 1, pointerType: 'touch' });
  fire('pointerup', 600, 60, { pointerId: 2, pointerType: 'touch' });
  await eventually(() => expect(window_.toS - window_.fromS).toBeCloseTo(3000, 0));
  expect((window_.fromS + window_.toS) / 2).toBeCloseTo(4500, 0);
  expect(log).toEqual([]);
});

test('The strip beneath is a scroll bar for keys and pointer', async () => {
  await show({ window: { fromS: 1000, toS: 2000 } });
  const strip = page.getByRole('scrollbar', { name: 'Part shown' });
  await expect.element(strip).toHaveAttribute('aria-valuetext', '1000 seconds – 2000 seconds');
  (strip.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{PageDown}');
  await eventually(() => expect(window_).toEqual({ fromS: 2100, toS: 3100 }));
  await userEvent.click(strip, { position: { x: 600, y: 20 } });
  await eventually(() => expect((window_.fromS + window_.toS) / 2).toBeCloseTo(6000, -2));
});

/** Colours of one column of the canvas, from top to bottom. */
function column(xPx: number): string {
  const scale = canvas().width / canvas().clientWidth;
  const { height } = canvas();
  return String(
    canvas()
      .getContext('2d')
      ?.getImageData(Math.round(xPx * scale), 0, 1, height).data,
  );
}

test('What is left out, offered and selected looks different from what stays', async () => {
  const kept: Span[] = [
    [0, 2000],
    [4000, 9000],
  ];
  await show({ kept, proposals: [[5000, 6000]], selection: [7000, 8000] });
  await eventually(() => expect(new Set([100, 303, 553, 750].map(column)).size).toBe(4));
});

test('A playhead that runs out of sight takes the picture along; one that was out of sight does not', async () => {
  const window = { fromS: 100, toS: 110 };
  let timeS = 50;
  await show({ window, positionS: 50, readPosition: () => timeS });
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(window_).toEqual(window);
  timeS = 109;
  await new Promise((resolve) => setTimeout(resolve, 60));
  timeS = 110.2;
  await eventually(() => expect(window_.fromS).toBeCloseTo(109.7, 3));
});

test('It leaves nothing running behind', async () => {
  await show({ readPosition: () => 5 });
  fire('pointerdown', 400, 60);
  root?.unmount();
  root = null;
  await new Promise((resolve) => setTimeout(resolve, 50));
  const asked = vi.spyOn(window, 'requestAnimationFrame');
  window.dispatchEvent(new PointerEvent('pointermove', { pointerId: 1, clientX: 500 }));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(asked).not.toHaveBeenCalled();
  expect(log).toEqual([]);
  asked.mockRestore();
});
