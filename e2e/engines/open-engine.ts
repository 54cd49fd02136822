import { existsSync } from 'node:fs';
import { openChromium } from './chromium-driver.ts';
import type { Engine, EngineDriver, EngineOptions } from './driver.ts';
import { firefoxPath, openFirefox } from './firefox-driver.ts';
import { openWebKit } from './webkit-driver.ts';

const typelibs = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib'].map(
  (folder) => `${folder}/girepository-1.0/WebKit2-4.1.typelib`,
);

/** Returns why this machine cannot run the engine; null if it can. */
export function engineObstacle(engine: Engine): string | null {
  if (engine === 'chromium') return null;
  if (engine === 'firefox') {
    if (!existsSync(firefoxPath)) return 'Firefox is not installed.';
    return existsSync('/usr/bin/pulseaudio') ? null : 'PulseAudio is not installed.';
  }
  if (!typelibs.some((path) => existsSync(path))) return 'WebKitGTK is not installed.';
  const isComplete = existsSync('/usr/bin/xvfb-run') && existsSync('/usr/bin/xauth');
  return isComplete ? null : 'Xvfb is not installed.';
}

export function openEngine(engine: Engine, options: EngineOptions): Promise<EngineDriver> {
  if (engine === 'chromium') return openChromium(options);
  if (engine === 'firefox') return openFirefox(options);
  return openWebKit({ ...options, isShared: engine === 'webkit' });
}
