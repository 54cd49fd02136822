import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { announceMedia, listenToKeys } from './player-keys.ts';
import type { Player } from './player.state.ts';

let ends: Disposable[] = [];
afterEach(() => {
  for (const end of ends) end[Symbol.dispose]();
  ends = [];
  document.body.replaceChildren();
});

function createFake() {
  const log: string[] = [];
  const player = {
    position: () => 30,
    toggle: () => log.push('toggle'),
    seek: (timeS: number) => log.push(`seek ${timeS}`),
    play: () => log.push('play'),
    pause: () => log.push('pause'),
    stop: () => log.push('stop'),
  } as unknown as Player;
  return { player, log };
}

test('Space and arrows work the player from anywhere on the page', async () => {
  const { player, log } = createFake();
  ends.push(listenToKeys(player));
  await userEvent.keyboard(' {ArrowLeft}{ArrowRight}');
  expect(log).toEqual(['toggle', 'seek 20', 'seek 40']);
});

test('In a field, on a button and on a slider the keys are theirs', async () => {
  const { player, log } = createFake();
  ends.push(listenToKeys(player));
  document.body.innerHTML = '<input><button>x</button><div role="slider" tabindex="0">y</div>';
  for (const element of document.body.children) {
    (element as HTMLElement).focus();
    await userEvent.keyboard(' {ArrowLeft}');
  }
  expect(log).toEqual([]);
});

test('Nothing listens after it was disposed of', async () => {
  const { player, log } = createFake();
  listenToKeys(player)[Symbol.dispose]();
  await userEvent.keyboard(' ');
  expect(log).toEqual([]);
});

test('The device shows the title for as long as the player lives', () => {
  const announced = announceMedia(createFake().player, 'Sitzung');
  expect(navigator.mediaSession.metadata?.title).toBe('Sitzung');
  announced[Symbol.dispose]();
  expect(navigator.mediaSession.metadata).toBeNull();
});
