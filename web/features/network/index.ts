export { NetworkBar } from './network-bar.tsx';
export {
  checkServer,
  networkState,
  reportConnection,
  setRecordingActive,
  watchNetwork,
} from './network.state.ts';
export { useConnectionReport } from './use-connection-report.ts';
