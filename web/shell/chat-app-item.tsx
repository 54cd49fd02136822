import { MessagesSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDomainConfig } from '#web/lib/domain-config.ts';
import { MenuItem } from '#web/ui/menu.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';

/** The entry of the user menu that leads to the chat application of the host, if it has one (§10.27). */
export function ChatAppItem() {
  const { t } = useTranslation();
  const { data } = useDomainConfig();
  const href = data?.config.links?.chat_app;
  if (!href?.toLowerCase().startsWith('https://')) return null;
  return (
    <MenuItem
      textValue={t('user.chatApp')}
      icon={<MessagesSquare size={18} aria-hidden="true" />}
      href={href}
      isExternal
    >
      {t('user.chatApp')}
      <VisuallyHidden> ({t('shell.newTab')})</VisuallyHidden>
    </MenuItem>
  );
}
