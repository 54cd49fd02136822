import { ExternalLink as Arrow } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '#web/ui/text-link.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import style from './external-link.module.css';

/** A link that leaves the page and opens in a new tab, which learns nothing of this one. */
export function ExternalLink({ href, children }: { href: string; children: React.ReactNode }) {
  const { t } = useTranslation();
  return (
    <TextLink href={href} target="_blank" rel="noopener noreferrer" className={style.link ?? ''}>
      {children}
      <Arrow size={16} aria-hidden="true" />
      <VisuallyHidden> ({t('shell.newTab')})</VisuallyHidden>
    </TextLink>
  );
}
