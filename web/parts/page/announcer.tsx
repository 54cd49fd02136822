import { useCallback, useState } from 'react';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';

export function useAnnouncer(): [say: (text: string) => void, announcer: React.ReactNode] {
  const [said, setSaid] = useState({ text: '', count: 0 });
  const say = useCallback((text: string) => setSaid(({ count }) => ({ text, count: count + 1 })), []);
  // Screen readers ignore an unchanged text. Therefore a silent space is appended every other time.
  const text = said.text === '' ? '' : `${said.text}${said.count % 2 === 0 ? '\u00a0' : ''}`;
  return [
    say,
    <VisuallyHidden key="announcer" live="polite">
      {text}
    </VisuallyHidden>,
  ];
}
