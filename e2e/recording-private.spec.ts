import { chromiumLaunch } from '../tools/chromium.ts';
import { installFastMicrophone } from './fast-microphone.ts';
import { signedIn } from './journey.ts';
import { microphoneSwitches, playedSpeech } from './microphone.ts';
import { long, test } from './product.ts';
import {
  expectWhole,
  fastPace,
  finishRecording,
  recordFor,
  startRecording,
  compareStoredAudio,
} from './recording.ts';

// The contexts of Playwright are private windows, which store nothing on the disk.
test.use({
  launchOptions: {
    ...chromiumLaunch,
    args: [...chromiumLaunch.args, ...microphoneSwitches(playedSpeech().path)],
  },
});

test('a private window records, and the server gets all of it', long, async ({ page, product }) => {
  if (!process.env['TEST_LONG']) await installFastMicrophone(page, fastPace);
  await signedIn(page, product.url);
  const id = await startRecording(page, product, 'Privates Fenster');
  await recordFor(page, 6);
  await finishRecording(page);
  expectWhole(await compareStoredAudio(page, product, id));
});
