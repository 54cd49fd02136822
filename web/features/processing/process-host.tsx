import { useNavigate } from '@tanstack/react-router';
import { createContext, lazy, Suspense, useContext, useMemo, useState } from 'react';
import type { SessionDetail } from '#api/contract/session.ts';
import { loadPart } from '#web/lib/load-part.ts';
import type { SourceTab } from './process-choice.rules.ts';
import { canProcess } from './processing.rules.ts';

// Loaded on demand, so that the page appears sooner.
const ProcessDialog = lazy(async () => {
  const { ProcessDialog } = await loadPart(() => import('./process-dialog.tsx'));
  return { default: ProcessDialog };
});

type Asked = { chosen?: readonly string[]; source?: SourceTab };
export type AskProcess = (asked?: Asked) => void;

export const ProcessContext = createContext<AskProcess | null>(null);

export const useAskProcess = (): AskProcess | null => useContext(ProcessContext);

/** Owns the processing dialog of a session; every part of its screen can open it. */
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
