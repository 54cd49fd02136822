import { useEffect } from 'react';
import { reportConnection } from './network.state.ts';
import type { SendingReport } from './network.state.ts';

/** Reports an upload to the network bar while the component is mounted. `owner` must be stable. */
export function useConnectionReport(owner: object, report: SendingReport | null): void {
  useEffect(() => reportConnection(owner, report));
  useEffect(() => () => reportConnection(owner, null), [owner]);
}
