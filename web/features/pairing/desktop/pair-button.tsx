import { Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';

/** Offers the phone as the microphone of a session that has no audio yet. */
export function PairButton({ onPress }: { onPress(): void }) {
  const { t } = useTranslation();
  return (
    <Button onPress={onPress}>
      <Smartphone size={18} aria-hidden="true" /> {t('pairing.offer')}
    </Button>
  );
}
