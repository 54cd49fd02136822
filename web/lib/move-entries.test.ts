import { expect, test } from 'vitest';
import { createTestDevice } from '#web/testing/test-device.ts';
import { moveEntries } from './move-entries.ts';
import { lockNames, type TabKey } from './tab-outbox.ts';

type Kept = { text: string };
const names = lockNames('notes');
const ids = ['anna', 'sub of anna'];

function setUp() {
  const device = createTestDevice<Kept>(names);
  const keep = (user: string, tab: string, text: string, session = 's1') =>
    void device.entries.set([user, session, tab].join(' '), { user, session, tab, text });
  return {
    device,
    keep,
    /** A tab that moves, and that can be killed. */
    tab(store = device.createStore(), locks = device.createLocks()) {
      return { move: () => moveEntries({ store, names, locks }, ids), die: () => locks.die() };
    },
    stored: () =>
      [...device.entries.values()].map(({ user, session, tab, text }) =>
        [user, session, tab, text].join('|'),
      ),
  };
}

test('What lies under a former id moves whole; what others have is not touched', async () => {
  const { keep, tab, stored } = setUp();
  keep('sub of anna', 't1', 'eins');
  keep('sub of anna', 't2', 'zwei', 's2');
  keep('anna', 't3', 'drei');
  keep('bert', 't4', 'vier');
  keep('sub of bert', 't5', 'fünf');
  await tab().move();
  expect(stored().toSorted()).toEqual([
    'anna|s1|t1|eins',
    'anna|s1|t3|drei',
    'anna|s2|t2|zwei',
    'bert|s1|t4|vier',
    'sub of bert|s1|t5|fünf',
  ]);
});

test('The entry of a tab that is open stays until that tab is closed', async () => {
  const { device, tab, stored } = setUp();
  const open = device.openTab('sub of anna', 's1');
  await open.outbox.keep({ text: 'eben' });
  await tab().move();
  expect(stored()).toEqual(['sub of anna|s1|tab1|eben']);
  open.kill();
  await tab().move();
  expect(stored()).toEqual(['anna|s1|tab1|eben']);
});

test('Two tabs at once move each entry once', async () => {
  const { device, keep, tab, stored } = setUp();
  keep('sub of anna', 't1', 'eins');
  const writes: TabKey[] = [];
  const watched = () => {
    const store = device.createStore();
    return {
      ...store,
      async write(change: Parameters<typeof store.write>[0]) {
        if (change.put) writes.push(change.put);
        await store.write(change);
      },
    };
  };
  await Promise.all([tab(watched()).move(), tab(watched()).move()]);
  expect(stored()).toEqual(['anna|s1|t1|eins']);
  expect(writes).toHaveLength(1);
});

test.each([1, 2, 3, 4, 5, 6])('A tab that dies at its step %i loses nothing', async (steps) => {
  const { device, keep, tab, stored } = setUp();
  keep('sub of anna', 't1', 'eins');
  keep('sub of anna', 't2', 'zwei');
  let left = steps;
  const dying = tab(device.createStore(() => left-- <= 0));
  void dying.move();
  await new Promise((resolve) => setTimeout(resolve, 5));
  const texts = () =>
    stored()
      .map((entry) => entry.split('|').at(-1))
      .toSorted();
  expect(texts()).toEqual(['eins', 'zwei']);
  dying.die();
  await tab().move();
  expect(stored().toSorted()).toEqual(['anna|s1|t1|eins', 'anna|s1|t2|zwei']);
});
