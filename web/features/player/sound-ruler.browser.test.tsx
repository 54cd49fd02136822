import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Verdict } from '#api/contract/recording.ts';
import type { Marker } from '#workers/recorder/recorder.contract.ts';
import { analysisOf } from '#web/testing/analysis-fixture.ts';
import { de } from '#web/i18n/de/index.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { SoundRuler } from './sound-ruler.tsx';

const screen = createTestScreen({});

const noisy: Verdict['reasons'][number] = { code: 'quality.noisy', share: 1, at: [[0, 60]] };
const warning: Marker = { at: 2.6, kind: 'warning', code: 'capture.noisy', text: '' };
const mine: Marker = { at: 2.6, kind: 'user', code: '', text: '' };

const show = async (reasons: Verdict['reasons'], markers: readonly Marker[]) => {
  const verdict = { ...analysisOf({}).verdict, reasons };
  const sound = { durationS: 60.7, peaks: null, speech: null, verdict, markers };
  screen.show(<SoundRuler label="Aufnahme" {...sound} />);
  await expect.element(page.getByText('Länge: 1 Minute', { exact: true })).toBeInTheDocument();
};
const saysNothingIsWrong = () => screen.host.textContent?.includes(de.player.contents.noSpots);

test('“No conspicuous spots” is said if the person’s own marks are the only ones', async () => {
  await show([], [mine]);
  expect(saysNothingIsWrong()).toBe(true);
});

test.each([
  ['while it was recorded', [], [warning]],
  ['on the whole recording', [noisy], []],
])('“No conspicuous spots” is not said after a remark %s', async (_, reasons, markers) => {
  await show(reasons, markers);
  expect(saysNothingIsWrong()).toBe(false);
});

test('A mark is spoken with the second that its clock shows', async () => {
  await show([], [warning]);
  expect(screen.host.textContent).toContain('Störgeräusche bei 2 Sekunden');
});
