import { useNavigate } from '@tanstack/react-router';
import { createContext, lazy, Suspense, useContext, useMemo, useState } from 'react';
import type { SessionDetail } from '#api/contract/session.ts';
import { loadPart } from '#web/lib/load-part.ts';
import type { SourceTab } from './process-choice.rules.ts';
import { canProcess } from './processing.rules.ts';

// Only who opens it needs it: the page is there before.
const ProcessDialog = lazy(async () => {
  const { ProcessDialog } = await loadPart(() => import('./process-dialog.tsx'));
  return { default: ProcessDialog };
});

/** What the dialog begins with: labels that are chosen, the tab that is asked about. */
type Asked = { chosen?: readonly string[]; source?: SourceTab };
export type AskProcess = (asked?: Asked) => void;

/** Given by `ProcessHost`. */
export const ProcessContext = createContext<AskProcess | null>(null);

/** Opens the dialog of processing; null where there is nothing to process (yet). */
export const useAskProcess = (): AskProcess | null => useContext(ProcessContext);

/** Owns the one dialog of processing of a session, which every part of its screen can open. */
export function ProcessHost({ session, children }: { session: SessionDetail; children: React.ReactNode }) {
  const navigate = useNavigate({ from: '/library/$id' });
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isOpen, setOpen] = useState(false);
  const can = canProcess(session);
  const ask = useMemo<AskProcess | null>(
    () =>
      can
        ? (what = {}) => {
            setAsked(what);
            setOpen(true);
          }
        : null,
    [can],
  );
  return (
    <ProcessContext value={ask}>
      {children}
      <Suspense>
        {asked ? (
          <ProcessDialog
            session={session}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            {...asked}
            onSent={(label) =>
              void navigate({ search: { tab: `result:${label}` }, replace: true, resetScroll: false })
            }
          />
        ) : null}
      </Suspense>
    </ProcessContext>
  );
}
