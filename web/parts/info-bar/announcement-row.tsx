import { ChevronDown, ChevronUp, Info, ShieldCheck, TriangleAlert, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { isCollapsible } from './announcement.rules.ts';
import style from './info-row.module.css';

/** An announcement in one language, as the bar shows it. */
export type AnnouncementWords = {
  type: 'info' | 'warning' | 'data_protection';
  /** Language of the texts, if it is not that of the page. */
  language: string;
  title: string;
  message: string;
  link: string | null;
  /** Empty: the words of the page. */
  ctaText: string;
};

const icons = { info: Info, warning: TriangleAlert, data_protection: ShieldCheck };

type AnnouncementRowProps = {
  words: AnnouncementWords;
  /** Null in a preview, which cannot be closed. */
  onClose: (() => void) | null;
};

/** An announcement in the info bar (§4.12). A long one is collapsed to one line until a person expands it. */
export function AnnouncementRow({ words, onClose }: AnnouncementRowProps) {
  const { t } = useTranslation();
  const [isExpanded, setExpanded] = useState(false);
  const { type, language, title, message, link, ctaText } = words;
  const textId = useId();
  const Icon = icons[type];
  const collapsible = isCollapsible(title, message);
  const Chevron = isExpanded ? ChevronUp : ChevronDown;
  const isWhole = collapsible && isExpanded;
  const cta =
    link === null ? null : (
      <LinkButton href={link} target="_blank" rel="noopener noreferrer" lang={ctaText ? language : undefined}>
        {ctaText || t('infoBar.more')}
      </LinkButton>
    );
  return (
    <div
      className={style.row}
      data-tone={type === 'warning' ? 'warning' : 'info'}
      data-collapsed={collapsible ? !isExpanded : undefined}
    >
      <Icon className={style.icon} size={20} aria-hidden="true" />
      <div className={style.body}>
        <p id={textId} className={style.text} lang={language}>
          {title ? <span className={style.title}>{title}</span> : null}
          {message ? <span className={style.message}>{message}</span> : null}
        </p>
        {isWhole ? cta : null}
      </div>
      <div className={style.actions}>
        {isWhole ? null : cta}
        {collapsible ? (
          <Button
            icon
            look="quiet"
            aria-expanded={isExpanded}
            aria-controls={textId}
            aria-label={t('infoBar.whole', { title })}
            onPress={() => setExpanded(!isExpanded)}
          >
            <Chevron size={20} aria-hidden="true" />
          </Button>
        ) : null}
        <Button
          icon
          look="quiet"
          isDisabled={onClose === null}
          aria-label={t('infoBar.close', { title })}
          onPress={() => onClose?.()}
        >
          <X size={20} aria-hidden="true" />
        </Button>
      </div>
    </div>
  );
}
