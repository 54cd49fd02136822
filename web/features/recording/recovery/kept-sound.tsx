import { Play, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createScope } from '#web/lib/scope.ts';
import type { Scope } from '#web/lib/scope.ts';
import { Button } from '#web/ui/button.tsx';

type KeptSoundProps = { load(): Promise<Blob>; describedBy: string };

/** Plays the beginning of a kept recording, so that the person can identify it. */
export function KeptSound({ load, describedBy }: KeptSoundProps) {
  const { t } = useTranslation();
  const [status, setStatus] = useState<'still' | 'loading' | 'playing' | 'failed'>('still');
  const playing = useRef<Scope | null>(null);
  const end = (next: 'still' | 'failed') => {
    playing.current?.[Symbol.dispose]();
    playing.current = null;
    setStatus(next);
  };
  useEffect(() => () => playing.current?.[Symbol.dispose](), []);

  const play = async () => {
    const scope = createScope();
    playing.current = scope;
    setStatus('loading');
    try {
      const blob = await load();
      if (scope.signal.aborted) return;
      const audio = new Audio(scope.objectUrl(blob));
      scope.defer(() => audio.pause());
      scope.listen(audio, 'ended', () => end('still'));
      scope.listen(audio, 'error', () => end('failed'));
      await audio.play();
      if (!scope.signal.aborted) setStatus('playing');
    } catch {
      if (!scope.signal.aborted) end('failed');
    }
  };

  const isPlaying = status === 'playing';
  return (
    <>
      <Button
        isPending={status === 'loading'}
        aria-describedby={describedBy}
        onPress={() => (isPlaying ? end('still') : void play())}
      >
        {isPlaying ? <Square size={18} aria-hidden="true" /> : <Play size={18} aria-hidden="true" />}
        {t(isPlaying ? 'recording.kept.stop' : 'recording.kept.listen')}
      </Button>
      {status === 'failed' ? <p role="alert">{t('recording.kept.unplayable')}</p> : null}
    </>
  );
}
