import { chromiumLaunch } from '../tools/chromium.ts';
import { installFastMicrophone } from './fast-microphone.ts';
import { signedIn } from './journey.ts';
import { microphoneSwitches, playedSpeech } from './microphone.ts';
import { test } from './product.ts';
import {
  expectWhole,
  fastPace,
  finishRecording,
  recordFor,
  startRecording,
  storedBesidePlayed,
} from './recording.ts';

// Playwright's contexts are private windows: they store nothing on the disk.
test.use({
  launchOptions: {
    ...chromiumLaunch,
    args: [...chromiumLaunch.args, ...microphoneSwitches(playedSpeech().path)],
  },
});

test('a private window records, and the server gets all of it', async ({ page, product }) => {
  if (!process.env['TEST_LONG']) await installFastMicrophone(page, fastPace);
  await signedIn(page, product.url);
  const id = await startRecording(page, product, 'Privates Fenster');
  await recordFor(page, 6);
  await finishRecording(page);
  expectWhole(await storedBesidePlayed(page, product, id));
});
