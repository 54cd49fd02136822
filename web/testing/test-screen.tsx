import '#web/ui/tokens.css';
import '#web/ui/base.css';
import { createInstance, init, type i18n as I18n, type ResourceLanguage } from 'i18next';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, beforeAll } from 'vitest';
import { de } from '#web/i18n/de/index.ts';
import { loadOverlays } from '#web/ui/overlays.ts';

export type TestScreen = {
  readonly i18n: I18n;
  readonly host: HTMLElement;
  /** Renders the components and runs their effects before it returns. */
  show(children: React.ReactNode): void;
  clear(): void;
};

/** Renders components in German. The screen is cleared after each test of the file. */
export function createTestScreen(others: Record<string, ResourceLanguage> = {}): TestScreen {
  const i18n = createInstance();
  let root: Root | null = null;
  let host: HTMLElement | null = null;

  const clear = () => {
    root?.unmount();
    host?.remove();
    root = host = null;
  };
  beforeAll(async () => {
    await loadOverlays();
    // Parts that load their words late ask the page's own instance for its language.
    await init({ lng: 'de', resources: {} });
    const languages = Object.entries({ de, ...others });
    await i18n.use(initReactI18next).init({
      lng: 'de',
      resources: Object.fromEntries(languages.map(([name, translation]) => [name, { translation }])),
      interpolation: { escapeValue: false },
    });
  });
  afterEach(async () => {
    clear();
    await i18n.changeLanguage('de');
  });

  const theHost = () => (host ??= document.body.appendChild(document.createElement('main')));
  return {
    i18n,
    get host() {
      return theHost();
    },
    show(children) {
      const shown = (root ??= createRoot(theHost()));
      flushSync(() => shown.render(<I18nextProvider i18n={i18n}>{children}</I18nextProvider>));
    },
    clear,
  };
}
