/** Features of the browser, which are read once when the screen opens. */
type EngineCapabilities = {
  isSecure: boolean;
  hasWebAssembly: boolean;
  hasWorkers: boolean;
};

type EngineObstacle = 'insecure' | 'no_webassembly';

/**
 * Returns why this tab cannot analyse and convert audio; null if it can. If there are several reasons, the most basic
 * one is returned.
 */
export function engineObstacle(has: EngineCapabilities): EngineObstacle | null {
  if (!has.isSecure) return 'insecure';
  if (!has.hasWebAssembly || !has.hasWorkers) return 'no_webassembly';
  return null;
}

export const browserCapabilities = (): EngineCapabilities => ({
  isSecure: globalThis.isSecureContext,
  hasWebAssembly: typeof WebAssembly === 'object',
  hasWorkers: typeof Worker === 'function',
});
