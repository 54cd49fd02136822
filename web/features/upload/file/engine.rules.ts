/** Features of the browser, which are read once when the screen opens. */
type EngineCapabilities = {
  isSecure: boolean;
  isIsolated: boolean;
  hasWebAssembly: boolean;
  hasWorkers: boolean;
};

type EngineObstacle = 'insecure' | 'no_webassembly' | 'not_isolated';

/**
 * Returns why this tab cannot analyse and convert audio; null if it can. If there are several reasons, the most basic
 * one is returned.
 */
export function engineObstacle(has: EngineCapabilities): EngineObstacle | null {
  if (!has.isSecure) return 'insecure';
  if (!has.hasWebAssembly || !has.hasWorkers) return 'no_webassembly';
  return has.isIsolated ? null : 'not_isolated';
}

export const browserCapabilities = (): EngineCapabilities => ({
  isSecure: globalThis.isSecureContext,
  isIsolated: globalThis.crossOriginIsolated,
  hasWebAssembly: typeof WebAssembly === 'object',
  hasWorkers: typeof Worker === 'function',
});
