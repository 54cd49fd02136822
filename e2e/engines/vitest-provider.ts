import { defineBrowserProvider } from '@vitest/browser';
import type { BrowserProvider, BrowserProviderOption, TestProject } from 'vitest/node';
import type { Engine, EngineDriver } from './driver.ts';

/**
 * The drivers are loaded when a browser is opened, and by Node: so a build of the page loads none of them. The name is no
 * literal, because Vite would put the modules into its configuration.
 */
const opener = './open-engine.ts';
const loadOpener = () =>
  import(new URL(opener, import.meta.url).href) as Promise<typeof import('./open-engine.ts')>;

function createProvider(engine: Engine, project: TestProject): BrowserProvider {
  let driver: EngineDriver | null = null;
  // Vitest asks for a size of the window before each file. The size of these windows is fixed.
  project.browser!.registerCommand('__vitest_viewport' as never, (() => {}) as never);
  return {
    name: 'engine',
    supportsParallelism: false,
    getCommandsContext: () => ({}),
    async openPage(_sessionId, url) {
      const { engineObstacle, openEngine } = await loadOpener();
      const obstacle = engineObstacle(engine);
      if (obstacle) throw new Error(obstacle);
      driver ??= await openEngine(engine, {});
      await driver.goto(url);
    },
    async close() {
      await driver?.close();
      driver = null;
    },
  };
}

/** Lets Vitest run browser tests in a stock browser, which Playwright cannot drive. */
export const engineProvider = (engine: Engine): BrowserProviderOption =>
  defineBrowserProvider({
    name: 'engine',
    supportedBrowser: ['firefox', 'webkit'],
    providerFactory: (project) => createProvider(engine, project),
  });
