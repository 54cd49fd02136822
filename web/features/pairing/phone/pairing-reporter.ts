import { pairingReportSchema, type PairingReport } from '#api/contract/pairing.ts';
import { isOver } from '#web/features/pairing/link/link-way.rules.ts';
import { ApiError } from '#web/lib/api-error.ts';
import type { PhoneFacts } from './phone-facts.ts';
import { batchesOf, newsOf, nothingTold, type ReportPace, type Told } from './report-news.rules.ts';

export type ReporterDeps = {
  /** Returns what the phone knows now; null while it has no recording. */
  read(): PhoneFacts | null;
  send(reports: PairingReport[], signal: AbortSignal): Promise<void>;
  /** A monotonic clock, ms. */
  now(): number;
  /** Calls `run` every `ms`. Returns a function that ends this. */
  every(ms: number, run: () => void): () => void;
  /** Called when reports begin or cease to arrive. */
  onReached(isReached: boolean): void;
  /** Called once if the server does not take reports of this phone any more. Nothing is sent after that. */
  onRefused(error: ApiError): void;
  onFailure(step: string, error: unknown): void;
  pace: ReportPace & {
    /** Interval between two looks at the recording, ms. */
    lookMs: number;
    /**
     * Time after which a call without an answer shows that reports do not arrive, ms. The call goes on: on a slow network it arrives later,
     * and a long draft would never arrive if it were given up.
     */
    answerMs: number;
    /** Waits after the first failures, ms; the last one repeats. */
    againMs: readonly number[];
  };
};

/** Reports what the phone records to the desktop. Its failures never reach the recording. */
export type Reporter = Disposable & {
  /** Tells what is new, unless a request is under way. It is called by itself too. */
  look(): void;
  setDesktop(isThere: boolean): void;
  /** Reports everything again, because the server has lost it. */
  tellAll(): void;
  /** Tells what became of a command, at once and until the server has it. */
  done(commandId: string, problem: string | null): void;
  /**
   * Tells everything again at once, because there is a connection again. A request under way is aborted: it may be on a connection that
   * is dead.
   */
  hurry(): void;
};

export function createReporter(deps: ReporterDeps): Reporter {
  const { pace, now } = deps;
  const sender = createSender(deps, end);
  let told: Told = nothingTold;
  let done: PairingReport[] = [];
  let isDesktopThere = true;
  let isForgotten = false;

  /**
   * Makes the next look report everything again. With `keepsPeaks` the peaks that have arrived are not repeated, because the
   * receiver appends peaks.
   */
  const forget = (keepsPeaks: boolean) => {
    told = keepsPeaks ? { ...nothingTold, tenths: told.tenths } : nothingTold;
  };

  async function tell(): Promise<void> {
    const facts = deps.read();
    const found: ReturnType<typeof newsOf> = facts
      ? newsOf(facts, told, { nowMs: now(), isDesktopThere, pace })
      : { reports: [], told };
    const outcomes = done;
    const reports = [...outcomes, ...found.reports.filter(isFit)];
    const isDone = reports.length === 0 || (await sender.send(reports));
    if (isDone) {
      told = found.told;
      done = done.filter((each) => !outcomes.includes(each));
    } else forget(true);
    if (isForgotten) forget(false);
    isForgotten = false;
  }

  function look(): void {
    sender.look();
    if (!sender.isReady()) return;
    tell().catch((error: unknown) => {
      sender.wait();
      deps.onFailure('reporter', error);
    });
  }

  const stop = deps.every(pace.lookMs, look);
  function end(): void {
    sender.end();
    stop();
  }
  return {
    look,
    setDesktop(isThere) {
      isDesktopThere = isThere;
      look();
    },
    tellAll() {
      // The answer to the request under way must not mark its reports as known.
      if (sender.isSending()) isForgotten = true;
      else forget(false);
      look();
    },
    done(commandId, problem) {
      done = [...done, { kind: 'done', command_id: commandId, problem }];
      look();
    },
    hurry() {
      sender.hurry();
      look();
    },
    [Symbol.dispose]: end,
  };
}

/** Sends one list of reports after the other, and waits after a failure. `onEnd` is called when the server takes no more. */
function createSender({ send, now, pace, onReached, onRefused, onFailure }: ReporterDeps, onEnd: () => void) {
  let isSending = false;
  let hasEnded = false;
  let failures = 0;
  let waitUntilMs = -Infinity;
  let underWay: AbortController | null = null;
  /** Time at which the call under way began; null without one, and once it is told to have no answer. */
  let askedMs: number | null = null;

  function wait(): void {
    waitUntilMs = now() + (pace.againMs[Math.min(failures, pace.againMs.length - 1)] ?? 0);
    failures += 1;
  }

  return {
    isSending: () => isSending,
    isReady: () => !hasEnded && !isSending && now() >= waitUntilMs,
    wait,
    /** Tells that reports do not arrive if the call under way has no answer for long. */
    look(): void {
      if (askedMs === null || now() - askedMs < pace.answerMs) return;
      askedMs = null;
      onReached(false);
    },
    hurry(): void {
      waitUntilMs = -Infinity;
      underWay?.abort();
    },
    end(): void {
      hasEnded = true;
      underWay?.abort();
    },
    /** Resolves with true if the reports are not to be sent again. */
    async send(reports: readonly PairingReport[]): Promise<boolean> {
      isSending = true;
      const { signal } = (underWay = new AbortController());
      try {
        for (const batch of batchesOf(reports)) {
          askedMs = now();
          await send(batch, signal);
        }
        failures = 0;
        onReached(true);
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        onFailure('reports', error);
        if (error instanceof ApiError && isOver(error.status)) {
          onEnd();
          onRefused(error);
          return false;
        }
        wait();
        onReached(false);
        // The server has refused these reports, so they are not repeated.
        return error instanceof ApiError && isUnfit(error.status);
      } finally {
        isSending = false;
        askedMs = null;
      }
    },
  };
}

const isUnfit = (status: number): boolean => status === 400 || status === 413 || status === 422;

/** Drops reports that the contract does not allow. The server would refuse all reports of the request because of one. */
const isFit = (report: PairingReport): boolean => pairingReportSchema.safeParse(report).success;
