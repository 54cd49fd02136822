import { useCallback, useState } from 'react';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';

/** Says something to screen readers, the same again as well. */
export function useAnnouncer(): [say: (text: string) => void, announcer: React.ReactNode] {
  const [said, setSaid] = useState({ text: '', count: 0 });
  const say = useCallback((text: string) => setSaid(({ count }) => ({ text, count: count + 1 })), []);
  // a text that stays the same is not a change: every other time it ends with a space that is not spoken
  const text = said.text === '' ? '' : `${said.text}${said.count % 2 === 0 ? '\u00a0' : ''}`;
  return [
    say,
    <VisuallyHidden key="announcer" live="polite">
      {text}
    </VisuallyHidden>,
  ];
}
