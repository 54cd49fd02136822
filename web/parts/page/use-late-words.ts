import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LateWords, loadWords } from '#web/i18n/late-words.ts';
import type { Language } from '#web/i18n/languages.ts';
import { loadPart } from '#web/lib/load-part.ts';

type Loaded<K extends keyof LateWords> = { language: Language; words: LateWords[K] };

/** Returns words that are loaded on demand, in the language of the page; null until they are there. */
export function useLateWords<K extends keyof LateWords>(kind: K): LateWords[K] | null {
  const { i18n } = useTranslation();
  const language = i18n.language as Language;
  const [loaded, setLoaded] = useState<Loaded<K> | null>(null);
  useEffect(() => {
    let isWanted = true;
    const load = async () => {
      const words = await loadPart(() => loadWords(kind, language));
      if (isWanted) setLoaded({ language, words });
    };
    void load();
    return () => {
      isWanted = false;
    };
  }, [kind, language]);
  // The words of the former language stay until those of the new one are there.
  return loaded?.words ?? null;
}
