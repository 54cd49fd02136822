import { useTranslation } from 'react-i18next';
import type { MarkdownOptions } from '#api/shared/markdown/markdown-inline.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { RichText } from './rich-text.tsx';
import type { RichTextActions } from './rich-text.tsx';
import style from './rich-text.module.css';
import { useMarkdown } from './use-markdown.ts';

type MarkdownTextProps = MarkdownOptions & { text: string; actions: RichTextActions; lang?: string };

export function MarkdownText({ text, durationS, sources, actions, lang }: MarkdownTextProps) {
  const { t } = useTranslation();
  const { parts, isWhole } = useMarkdown(text, {
    ...(durationS === undefined ? {} : { durationS }),
    ...(sources === undefined ? {} : { sources }),
  });
  return (
    <div className={style.text} lang={lang} aria-busy={!isWhole}>
      {parts.map((blocks, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts are only added, never moved
        <div key={index} className={style.part}>
          <RichText blocks={blocks} {...actions} />
        </div>
      ))}
      {isWhole ? null : <VisuallyHidden>{t('shell.loading')}</VisuallyHidden>}
    </div>
  );
}
