import '#web/ui/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { page, userEvent } from 'vitest/browser';
import { Ruler } from './ruler.tsx';
import type { RulerProps } from './ruler.tsx';

let root: Root | null = null;
let host: HTMLDivElement | null = null;

/** 2:30 h with one loud minute in the middle. */
function longPeaks(): Int8Array {
  const pairs = new Int8Array(180_000 * 2);
  for (let pair = 0; pair < 180_000; pair += 1) {
    const level = pair > 89_400 && pair < 90_600 ? 120 : 10;
    pairs[pair * 2] = -level;
    pairs[pair * 2 + 1] = level;
  }
  return pairs;
}

async function show(change: Partial<RulerProps> = {}): Promise<void> {
  host ??= document.body.appendChild(document.createElement('div'));
  host.style.width = '800px';
  root ??= createRoot(host);
  root.render(
    <StrictMode>
      <Ruler
        label="Recording"
        contents={['Length: 2 hours', 'Clipped at 10 minutes']}
        durationS={9000}
        peaks={{ pairs: longPeaks(), rate: 20 }}
        regions={[[0, 4000]]}
        formatTime={(timeS) => `${Math.round(timeS)} s`}
        speakTime={(timeS) => `${Math.round(timeS)} seconds`}
        {...change}
      />
    </StrictMode>,
  );
  await eventually(() => expect(paintedColumns()).toBeGreaterThan(0));
}

/** Waits until fonts have loaded and `count` has stayed the same for 20 frames. A font or a size that comes late redraws. */
async function settled(count: () => number): Promise<void> {
  let last = -1;
  while (last !== count()) {
    await document.fonts.ready;
    last = count();
    for (let frame = 0; frame < 20; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }
}

const canvas = () => host?.querySelector('canvas') as HTMLCanvasElement;

/** Colours of one column of the canvas, from top to bottom. */
function column(xPx: number): string[] {
  const scale = canvas().width / canvas().clientWidth;
  const { height } = canvas();
  const data = canvas()
    .getContext('2d')
    ?.getImageData(Math.round(xPx * scale), 0, 1, height).data;
  if (!data) return [];
  return Array.from({ length: height }, (_, y) => data.slice(y * 4, y * 4 + 4).join());
}
const inked = (xPx: number) => column(xPx).filter((pixel) => !pixel.endsWith(',0')).length;
const paintedColumns = () => [100, 300, 400].filter((xPx) => canvas() && inked(xPx) > 0).length;

afterEach(() => {
  root?.unmount();
  host?.remove();
  root = host = null;
  document.documentElement.removeAttribute('data-theme');
});

test('Two and a half hours are drawn, and their loud minute stands out', async () => {
  await show();
  expect(inked(400)).toBeGreaterThan(inked(100) * 2);
});

test('Speech has another colour than the rest', async () => {
  await show();
  const colours = (xPx: number) => new Set(column(xPx).filter((pixel) => pixel.endsWith(',255')));
  expect([...colours(100)].some((colour) => !colours(600).has(colour))).toBe(true);
});

test('The picture follows the theme', async () => {
  document.documentElement.dataset['theme'] = 'light';
  await show();
  const light = column(100).join();
  document.documentElement.dataset['theme'] = 'dark';
  await eventually(() => expect(column(100).join()).not.toBe(light));
});

test('The picture follows its width', async () => {
  await show();
  if (host) host.style.width = '400px';
  await eventually(() => expect(canvas().width).toBe(Math.round(400 * window.devicePixelRatio)));
  expect(inked(200)).toBeGreaterThan(inked(50) * 2);
});

test('Part cells fill beneath the picture', async () => {
  await show({
    cells: [
      { share: 1, state: 'done' },
      { share: 0, state: 'waiting' },
    ],
  });
  const [y] = [canvas().clientHeight - 20 - 6];
  const pixel = (xPx: number) => column(xPx)[Math.round(y * (canvas().width / canvas().clientWidth))];
  expect(pixel(200)).not.toBe(pixel(600));
});

test('Without seeking it is a picture with a spoken list of its contents', async () => {
  await show();
  await expect.element(page.getByRole('figure', { name: 'Recording' })).toBeInTheDocument();
  expect(
    page
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual(['Length: 2 hours', 'Clipped at 10 minutes']);
});

test('Keys seek by a second, by ten with Shift, and to both ends', async () => {
  const sought: number[] = [];
  await show({ positionS: 100, onSeek: (timeS) => sought.push(timeS) });
  const slider = page.getByRole('slider', { name: 'Recording' });
  await expect.element(slider).toHaveAttribute('aria-valuetext', '100 seconds');
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowLeft}{/Shift}{Home}{End}');
  expect(sought).toEqual([101, 90, 0, 9000]);
});

test('A click seeks to the time under it', async () => {
  const sought: number[] = [];
  await show({ positionS: 0, onSeek: (timeS) => sought.push(timeS) });
  await page.getByRole('slider').click({ position: { x: 200, y: 20 } });
  expect(sought[0]).toBeCloseTo(2250, 0);
});

test('It leaves nothing running behind', async () => {
  const asked = vi.spyOn(window, 'requestAnimationFrame');
  const readPosition = vi.fn<() => number>(() => 5);
  await show({ positionS: 0, onSeek: () => {}, readPosition });
  await eventually(() => expect(readPosition).toHaveBeenCalled());
  root?.unmount();
  root = null;
  await new Promise((resolve) => setTimeout(resolve, 100));
  const before = asked.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(asked.mock.calls.length).toBe(before);
  asked.mockRestore();
});

test('What is not kept yet is an outline: hollow, and as high as the rest', async () => {
  const pairs = new Int8Array(100 * 2).map((_, index) => (index % 2 === 0 ? -100 : 100));
  await show({ durationS: 100, peaks: { pairs, rate: 1 }, regions: null, savedS: 50 });
  await eventually(() => expect(inked(600)).toBeLessThan(inked(200) / 4));
  const reach = (xPx: number) => column(xPx).findIndex((pixel) => !pixel.endsWith(',0'));
  expect(Math.abs(reach(600) - reach(200))).toBeLessThanOrEqual(2);
});

test('A flag marks a moment without tinting its surroundings', async () => {
  await show({ marks: [{ startS: 7000, endS: 7000, kind: 'flag' }] });
  const flag = Math.round((7000 / 9000) * 800);
  await eventually(() => expect(inked(flag)).toBeGreaterThan(inked(flag + 20) + 20));
});

test('Each who speaks has a lane in a colour of their own, beneath a wave as high as before', async () => {
  await page.viewport(1280, 720);
  const half = { durationS: 9000, regions: null };
  await show(half);
  const plainPx = canvas().clientHeight;
  const lanes = [
    { tone: 1, spans: [[0, 3000]] },
    { tone: 2, spans: [[3000, 6000]] },
    { tone: 0, spans: [[6000, 9000]] },
  ] as const;
  await show({ ...half, lanes });
  await eventually(() => expect(canvas().clientHeight).toBe(plainPx + 17));
  const scale = () => canvas().width / canvas().clientWidth;
  const inLane = (xPx: number, row: number) =>
    column(xPx)[Math.round((canvas().clientHeight - 20 - (3 - row) * 5 + 2) * scale())];
  await eventually(() => expect(inLane(100, 0)).toMatch(/,255$/));
  const said = [inLane(100, 0), inLane(400, 1), inLane(700, 2)];
  expect(new Set(said).size).toBe(3);
  for (const [xPx, row] of [
    [100, 1],
    [400, 0],
    [700, 0],
  ] as const) {
    expect(said).not.toContain(inLane(xPx, row));
  }
});

test('On a phone all lanes lie in one', async () => {
  await page.viewport(360, 640);
  try {
    await show({ regions: null });
    const plainPx = canvas().clientHeight;
    const lanes = [
      { tone: 1, spans: [[0, 4000]] },
      { tone: 2, spans: [[4000, 9000]] },
    ] as const;
    await show({ regions: null, lanes });
    await eventually(() => expect(canvas().clientHeight).toBe(plainPx + 7));
    const row = () => Math.round((canvas().clientHeight - 23) * (canvas().width / canvas().clientWidth));
    await eventually(() => expect(column(100)[row()]).toMatch(/,255$/));
    expect(column(700)[row()]).toMatch(/,255$/);
    expect(column(700)[row()]).not.toBe(column(100)[row()]);
  } finally {
    await page.viewport(1280, 720);
  }
});

test('What was found and what is doubtful is marked where it is said', async () => {
  const plain = { regions: null, peaks: { pairs: new Int8Array(180_000 * 2), rate: 20 } };
  await show(plain);
  const before = [200, 400, 600].map(inked);
  await show({ ...plain, finds: [2250], doubts: [[4400, 4600]] });
  await eventually(() => expect(inked(200)).toBeGreaterThan((before[0] ?? 0) + 20));
  expect(column(400)).not.toEqual(column(600));
  expect(inked(600)).toBe(before[2]);
});

test('The playhead moves without layout, and stays in place when the picture gets narrower', async () => {
  const playhead = () => host?.querySelector<HTMLElement>('[role="slider"] > div') as HTMLElement;
  const shareOf = () => {
    const box = canvas().getBoundingClientRect();
    return (playhead().getBoundingClientRect().left + 1 - box.left) / box.width;
  };
  await show({ positionS: 4500, onSeek: () => {} });
  expect(shareOf()).toBeCloseTo(0.5, 2);
  expect(playhead().style.left).toBe('');
  if (host) host.style.width = '400px';
  await eventually(() => expect(canvas().clientWidth).toBe(400));
  await eventually(() => expect(shareOf()).toBeCloseTo(0.5, 2));
  await show({ positionS: 2250, onSeek: () => {} });
  await eventually(() => expect(shareOf()).toBeCloseTo(0.25, 2));
});

test('While it plays the picture is drawn once and only the playhead moves', async () => {
  const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, 'clearRect');
  let atS = 100;
  const readPosition = vi.fn<() => number>(() => (atS += 1));
  const lanes = Array.from({ length: 8 }, (_, lane) => ({
    tone: lane + 1,
    spans: Array.from(
      { length: 312 },
      (_, turn) => [turn * 28 + lane * 3, turn * 28 + lane * 3 + 3] as const,
    ),
  }));
  const props = { lanes, marks: [], onSeek: () => {}, readPosition, regions: [[0, 4000]] as const };
  const speakTime = (timeS: number) => `${timeS}`;
  const formatTime = (timeS: number) => `${timeS}`;
  const peaks = { pairs: longPeaks(), rate: 20 };
  await show({ ...props, peaks, positionS: 101, speakTime, formatTime });
  await settled(() => drawn.mock.calls.length);
  expect(drawn.mock.calls.length).toBe(1);
  const framesBefore = readPosition.mock.calls.length;
  for (let positionS = 102; positionS < 110; positionS += 1) {
    await show({ ...props, peaks, positionS, speakTime, formatTime });
  }
  await eventually(() => expect(readPosition.mock.calls.length).toBeGreaterThan(framesBefore + 30));
  expect(drawn.mock.calls.length).toBe(1);
  await show({ ...props, peaks: { ...peaks }, positionS: 110, speakTime, formatTime });
  await eventually(() => expect(drawn.mock.calls.length).toBe(2));
  drawn.mockRestore();
});
