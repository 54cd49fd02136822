import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { listenToKeys } from './player-keys.ts';
import type { Player } from './player.state.ts';
import { setSingleKeys } from '#web/parts/keys/single-keys.state.ts';

let ends: Disposable[] = [];
afterEach(() => {
  for (const end of ends) end[Symbol.dispose]();
  ends = [];
  setSingleKeys(true);
  document.body.replaceChildren();
});

function createFake() {
  const log: string[] = [];
  const player = {
    position: () => 30,
    state: { rate: 1 },
    setRate: (rate: number) => log.push(`rate ${rate}`),
    toggle: () => log.push('toggle'),
    seek: (timeS: number) => log.push(`seek ${timeS}`),
    play: () => log.push('play'),
    pause: () => log.push('pause'),
    stop: () => log.push('stop'),
  } as unknown as Player;
  return { player, log };
}

test('Space, arrows, letters and signs work the player from anywhere on the page', async () => {
  const { player, log } = createFake();
  ends.push(listenToKeys(player));
  await userEvent.keyboard(' k{ArrowLeft}{ArrowRight}jl<>');
  expect(log).toEqual([
    'toggle',
    'toggle',
    'seek 25',
    'seek 35',
    'seek 20',
    'seek 40',
    'rate 0.75',
    'rate 1.25',
  ]);
});

test.each([
  ['<input>', []],
  ['<textarea></textarea>', []],
  ['<div contenteditable="plaintext-only">x</div>', []],
  ['<div role="menu" tabindex="0">x</div>', []],
  ['<div role="dialog" tabindex="0">x</div>', []],
  ['<div role="slider" tabindex="0">x</div>', ['seek 20']],
  ['<button role="tab">x</button>', ['seek 20']],
  ['<input type="range">', ['seek 20']],
  ['<button>x</button>', ['seek 25', 'seek 20']],
  ['<a href="#x">x</a>', ['seek 25', 'seek 20']],
])('In %s the keys that it uses itself are its own', async (html, expected) => {
  const { player, log } = createFake();
  ends.push(listenToKeys(player));
  document.body.innerHTML = html;
  (document.body.firstElementChild as HTMLElement).focus();
  await userEvent.keyboard(' {ArrowLeft}j');
  expect(log).toEqual(expected);
});

test('What somebody else has taken is left alone', async () => {
  const { player, log } = createFake();
  ends.push(listenToKeys(player));
  document.body.innerHTML = '<div tabindex="0">x</div>';
  const element = document.body.firstElementChild as HTMLElement;
  element.addEventListener('keydown', (event) => event.preventDefault());
  element.focus();
  await userEvent.keyboard(' {ArrowLeft}j');
  expect(log).toEqual([]);
});

test('Single letters and signs can be switched off, the others stay', async () => {
  const { player, log } = createFake();
  ends.push(listenToKeys(player));
  setSingleKeys(false);
  expect(localStorage.getItem('singleKeys')).toBe('off');
  await userEvent.keyboard('k<l {ArrowLeft}');
  expect(log).toEqual(['toggle', 'seek 25']);
});

test('Nothing listens after it was disposed of', async () => {
  const { player, log } = createFake();
  listenToKeys(player)[Symbol.dispose]();
  await userEvent.keyboard(' ');
  expect(log).toEqual([]);
});
