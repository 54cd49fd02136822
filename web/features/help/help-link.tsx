import { useRouterState } from '@tanstack/react-router';
import { CircleHelp, Keyboard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { openKeysDialog } from '#web/parts/keys/keys-dialog.state.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { MenuItem } from '#web/ui/menu.tsx';
import { helpHref, topicOfScreen } from './help.rules.ts';

/** Leads from the header to the help about the screen that is shown. */
export function HelpLink() {
  const { t } = useTranslation();
  const href = useRouterState({
    select: ({ location }) => helpHref(topicOfScreen(location.pathname, location.search)),
  });
  return (
    <LinkButton icon look="quiet" href={href} aria-label={t('help.here')} data-tour="help">
      <CircleHelp size={20} aria-hidden="true" />
    </LinkButton>
  );
}

/** The entries of the user menu: the help, and the overview of all keys. */
export function HelpMenuItems() {
  const { t } = useTranslation();
  return (
    <>
      <MenuItem textValue={t('help.title')} icon={<CircleHelp size={18} aria-hidden="true" />} href="/help">
        {t('help.title')}
      </MenuItem>
      <MenuItem
        textValue={t('transcript.keys.open')}
        icon={<Keyboard size={18} aria-hidden="true" />}
        // The menu restores the focus one frame after it closes. The dialog takes it after that.
        onAction={() => void requestAnimationFrame(() => requestAnimationFrame(openKeysDialog))}
      >
        {t('transcript.keys.open')}
      </MenuItem>
    </>
  );
}
