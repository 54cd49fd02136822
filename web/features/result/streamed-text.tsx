import { memo, useMemo, useRef } from 'react';
import type { SessionDetail } from '#api/contract/session.ts';
import { MarkdownText } from '#web/parts/text/markdown-text.tsx';
import type { RichTextActions } from '#web/parts/text/rich-text.tsx';
import style from './result.module.css';
import { streamParts, withoutHalfSource } from './stream.rules.ts';
import { useFollowedEnd } from './use-followed-end.ts';

type StreamedTextProps = {
  session: Pick<SessionDetail, 'duration' | 'language'>;
  text: string;
  sources: ReadonlySet<number>;
  actions: RichTextActions;
};

/** Shows a text in progress. Its finished parts are not parsed again. */
export function StreamedText({ session, text, sources, actions }: StreamedTextProps) {
  const end = useRef<HTMLDivElement>(null);
  useFollowedEnd(end, text);
  const parts = useMemo(() => streamParts(withoutHalfSource(text)), [text]);
  return (
    <div ref={end} className={style.streamed} aria-busy="true">
      {parts.map((part, index) => (
        <Part
          // oxlint-disable-next-line react/no-array-index-key -- parts are only ever added
          key={index}
          text={part}
          durationS={session.duration}
          sources={sources}
          actions={actions}
          lang={session.language}
        />
      ))}
    </div>
  );
}

const Part = memo(MarkdownText);
