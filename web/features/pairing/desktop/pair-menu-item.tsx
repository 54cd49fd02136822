import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { withWords } from '#web/i18n/with-words.ts';
import { useHasTag } from '#web/lib/domain-config.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { MenuItem } from '#web/ui/menu.tsx';

/** This part of the page is loaded with the first press, because the menu is on the first screen. */
const loadPairing = withWords('pair', () => import('./pair-from-anywhere.ts'));

/** The entry of the user menu that connects a phone (§10.26), if the host has pairing. */
export function PairMenuItem() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const router = useRouter();
  const isOffered = useHasTag('pairing');
  if (!isOffered) return null;
  const pair = async () => {
    const { pairFromAnywhere } = await loadPart(loadPairing);
    await pairFromAnywhere({
      t,
      client,
      path: router.state.location.pathname,
      openSession: (id) =>
        router.navigate({ to: '/library/$id', params: { id }, search: { mode: 'record' } }),
    });
  };
  return (
    <MenuItem
      textValue={t('pairing.menu')}
      icon={<Smartphone size={18} aria-hidden="true" />}
      onAction={() => void pair()}
    >
      {t('pairing.menu')}
    </MenuItem>
  );
}
