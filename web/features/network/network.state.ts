import { proxy } from 'valtio';
import { apiHeaders } from '#web/lib/http.ts';
import type { Scope } from '#web/lib/scope.ts';
import { timings } from '#web/lib/time.ts';
import type { ConnectionState } from '#workers/send/connection.contract.ts';
import type { SendState } from '#workers/send/send.contract.ts';
import { askHealth, isAnswered } from './ask-server.ts';
import { isWorthTelling, type NetworkStatus, statusAfterCheck, worstConnection } from './network.rules.ts';
import { isCutOff } from '#web/parts/connection/connection.rules.ts';

export type SendingReport = { send: SendState; retryNow(): void; stop(): void; resume(): void };

export type NetworkState = {
  status: NetworkStatus;
  connection: ConnectionState;
  /** Whether the identity provider is away, so that the sign-in cannot be renewed. */
  isProviderAway: boolean;
  /** Where the running recording is: on this device, or only in the memory of this tab (`unsaved`). Null without a recording. */
  recording: 'saved' | 'unsaved' | null;
};

const startState: NetworkState = {
  status: 'ok',
  connection: { status: 'ok' },
  isProviderAway: false,
  recording: null,
};

export const networkState = proxy<NetworkState>({ ...startState });

const reports = new Map<object, SendingReport>();
let isChecking = false;
/** Paths of calls that had no answer, of which it is not known whether something stops them. */
const suspected = new Set<string>();
let whenBack: () => void = () => {};

/**
 * Follows the browser's online status and repeats the health check every 5 s while the server is unreachable (§4). Ends with
 * `scope`.
 */
export function watchNetwork(scope: Scope, onBack: () => void): void {
  whenBack = onBack;
  networkState.status = believed();
  scope.listen(window, 'offline', () => {
    networkState.status = 'offline';
  });
  scope.listen(window, 'online', () => {
    // No checks during a recording: its uploads notice the connection.
    if (networkState.recording) networkState.status = 'ok';
    else void checkServer();
  });
  scope.interval(() => {
    if (networkState.status !== 'ok') void checkServer();
    // Asking for the headers renews the token, which tells when the provider is back.
    if (networkState.isProviderAway) void apiHeaders().catch(() => undefined);
  }, timings.networkCheckMs);
  scope.defer(() => {
    reports.clear();
    suspected.clear();
    Object.assign(networkState, startState);
    whenBack = () => {};
  });
}

/**
 * Checks the server after an unanswered request or an `online` event; not during a recording (§4). `path` is that of the
 * request. If the server answers, but nothing answers under this path, something stops such calls.
 */
export async function checkServer(path?: string): Promise<void> {
  if (path !== undefined && isWorthTelling(path)) suspected.add(path);
  if (isChecking || networkState.recording) return;
  isChecking = true;
  try {
    const status = await statusNow();
    if (!networkState.recording) note(status);
  } finally {
    isChecking = false;
  }
}

async function statusNow(): Promise<NetworkStatus> {
  const outcome = await askHealth();
  const isOtherAnswered = outcome === 'silent' && navigator.onLine && (await isAnswered('/icon.svg'));
  const status = statusAfterCheck(outcome, navigator.onLine, isOtherAnswered);
  if (status !== 'ok') return status;
  for (const path of Array.from(suspected)) {
    if (await isAnswered(path)) suspected.delete(path);
  }
  return suspected.size > 0 ? 'blocked' : 'ok';
}

/** Shows that the identity provider is away. When it is back, what has failed meanwhile is loaded again. */
export function noteProvider(isAway: boolean): void {
  const isBack = networkState.isProviderAway && !isAway;
  networkState.isProviderAway = isAway;
  if (isBack) whenBack();
}

/** Replaces the report of the upload that `owner` identifies; null removes it. */
export function reportConnection(owner: object, report: SendingReport | null): void {
  const before = reports.get(owner)?.send;
  if (report) reports.set(owner, report);
  else reports.delete(owner);
  networkState.connection = worstConnection([...reports.values()].map(({ send }) => send.connection));
  if (!report) return;
  const { send } = report;
  // More stored bytes prove that the server answers.
  if (before && send.bytesStored > before.bytesStored) note('ok');
  else if (isFailing(send) && !(before && isFailing(before))) void checkServer();
}

/** Reports whether a recording runs, and whether it is stored on this device or only in the memory of the tab. */
export function setRecordingActive(isActive: boolean, isStored = true): void {
  const wasActive = networkState.recording !== null;
  networkState.recording = isActive ? (isStored ? 'saved' : 'unsaved') : null;
  if (isActive === wasActive) return;
  if (isActive) networkState.status = believed();
  else if (networkState.status !== 'ok' || isCutOff(networkState.connection)) void checkServer();
}

export const retryNow = (): void => tell((report) => report.retryNow());
export const stopSending = (): void => tell((report) => report.stop());
export const resumeSending = (): void => tell((report) => report.resume());

function tell(what: (report: SendingReport) => void): void {
  for (const report of reports.values()) what(report);
}

const believed = (): NetworkStatus => (navigator.onLine ? 'ok' : 'offline');

const isFailing = ({ connection }: SendState): boolean =>
  connection.status === 'retrying' || connection.status === 'paused';

/** Updates the status. When the server is reached again, all failing uploads are repeated at once. */
function note(next: NetworkStatus): void {
  const isBack = next === 'ok' && networkState.status !== 'ok';
  networkState.status = next;
  if (!isBack) return;
  tell(({ send, retryNow: retry }) => {
    if (send.connection.status === 'offline' || isFailing(send)) retry();
  });
  whenBack();
}
