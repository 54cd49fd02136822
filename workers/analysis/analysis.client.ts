import { connect, type Connection } from '#workers/rpc.ts';
import type { AnalysisContract } from './analysis.contract.ts';

/** Starts an analysis worker; disposing of it cancels the analysis. */
export function openAnalysis(): Connection<AnalysisContract> {
  const worker = new Worker(new URL('./analysis.worker.ts', import.meta.url), { type: 'module' });
  return connect<AnalysisContract>(worker);
}
