import { useRouter } from '@tanstack/react-router';
import { Footprints } from 'lucide-react';
import type { HelpTopic, HelpWords } from '#web/i18n/help-words.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { askForTour } from '#web/parts/tour/tour.state.ts';
import { Button } from '#web/ui/button.tsx';
import { topicTours } from './help.rules.ts';

/** Leads to the screen of a topic and shows its tour there, again if it was seen already. */
export function TourButton({ topic, words }: { topic: HelpTopic; words: HelpWords['page'] }) {
  const router = useRouter();
  const known = topicTours[topic];
  if (!known) return null;
  const { tour, href } = known;
  const start = () => {
    askForTour(tour);
    if (tour !== 'library') toasts.add({ kind: 'info', text: words.tourLater[tour] });
    void router.navigate({ href });
  };
  return (
    <div>
      <Button onPress={start}>
        <Footprints size={18} aria-hidden="true" /> {words.tour}
      </Button>
    </div>
  );
}
