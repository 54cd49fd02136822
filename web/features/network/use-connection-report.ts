import { useEffect } from 'react';
import { reportConnection } from './network.state.ts';
import type { SendingReport } from './network.state.ts';

/** While the component is shown, the page knows how its sending fares. `owner` stays the same. */
export function useConnectionReport(owner: object, report: SendingReport | null): void {
  useEffect(() => reportConnection(owner, report));
  useEffect(() => () => reportConnection(owner, null), [owner]);
}
