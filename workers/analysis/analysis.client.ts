import { connect, type Connection } from '#workers/rpc.ts';
import type { AnalysisContract } from './analysis.contract.ts';

/** An analysis worker of one's own; dispose of it to cancel. */
export function openAnalysis(): Connection<AnalysisContract> {
  const worker = new Worker(new URL('./analysis.worker.ts', import.meta.url), { type: 'module' });
  return connect<AnalysisContract>(worker);
}
