export { NetworkBar, useNetworkTrouble } from './network-bar.tsx';
export {
  checkServer,
  networkState,
  noteProvider,
  reportConnection,
  type SendingReport,
  setRecordingActive,
  watchNetwork,
} from './network.state.ts';
export { useConnectionReport } from './use-connection-report.ts';
