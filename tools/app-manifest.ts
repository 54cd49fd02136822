/** Builds the web app manifests, one for each language. Browsers read a manifest to install the page as an app. */
import type { Plugin } from 'vite';
import { manifestFile } from '#web/shell/manifest-file.ts';

const words = {
  de: {
    description: 'Gespräche aufnehmen, prüfen, transkribieren und nachlesen, auf dem eigenen Server.',
    record: 'Jetzt aufnehmen',
    library: 'Bibliothek',
    sound: 'Tonaufnahme',
  },
  en: {
    description: 'Record, check, transcribe and read conversations, on your own server.',
    record: 'Record now',
    library: 'Library',
    sound: 'Sound recording',
  },
  fr: {
    description: 'Enregistrer, vérifier, transcrire et relire des entretiens, sur votre propre serveur.',
    record: 'Enregistrer maintenant',
    library: 'Bibliothèque',
    sound: 'Enregistrement sonore',
  },
  it: {
    description: 'Registrare, controllare, trascrivere e rileggere conversazioni, sul proprio server.',
    record: 'Registra ora',
    library: 'Biblioteca',
    sound: 'Registrazione audio',
  },
};

export type ManifestLanguage = keyof typeof words;
export const manifestLanguages = Object.keys(words) as ManifestLanguage[];

/** Types and endings that the file manager of a device offers to open with the app. */
const soundTypes = {
  'audio/mpeg': ['.mp3'],
  'audio/mp4': ['.m4a', '.m4b'],
  'audio/wav': ['.wav'],
  'audio/aac': ['.aac'],
  'audio/flac': ['.flac'],
  'audio/ogg': ['.ogg', '.oga', '.opus', '.spx'],
  'audio/webm': ['.weba'],
  'audio/amr': ['.amr', '.awb'],
  'audio/aiff': ['.aif', '.aiff'],
  'audio/x-ms-wma': ['.wma'],
  'audio/x-caf': ['.caf'],
  'audio/x-matroska': ['.mka'],
};

const png = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** Returns the web app manifest (W3C Web Application Manifest) in a language. */
export function appManifest(language: ManifestLanguage) {
  const { description, record, library, sound } = words[language];
  const icons = [png('icon', 192, 'any')];
  return {
    // The id stays the same, so that another language is the same app.
    id: '/',
    name: 'Wortlaut',
    short_name: 'Wortlaut',
    description,
    lang: language,
    start_url: '/library',
    scope: '/',
    display: 'standalone',
    background_color: '#f3f6f6',
    theme_color: '#0b5563',
    categories: ['business', 'productivity'],
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      png('icon', 192, 'any'),
      png('icon', 512, 'any'),
      { src: '/icon-maskable.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
      png('icon-maskable', 512, 'maskable'),
    ],
    shortcuts: [
      { name: record, url: '/create?start=record', icons },
      { name: library, url: '/library', icons },
    ],
    // The service worker answers this address (`web/public/sw.js`).
    share_target: {
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        files: [{ name: 'audio', accept: ['audio/*', 'video/*', ...Object.values(soundTypes).flat()] }],
      },
    },
    file_handlers: [{ action: '/create?start=file', accept: soundTypes, name: sound, icons }],
  };
}

/** Writes the manifests into the build, and serves them while developing and testing. */
export function serveManifests(): Plugin {
  const files = new Map(
    manifestLanguages.map((language) => [
      manifestFile(language),
      `${JSON.stringify(appManifest(language), null, 2)}\n`,
    ]),
  );
  return {
    name: 'manifests',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const text = files.get((request.url ?? '').split('?')[0]?.slice(1) ?? '');
        if (text === undefined) return next();
        response.setHeader('content-type', 'application/manifest+json; charset=utf-8');
        response.end(text);
      });
    },
    generateBundle() {
      for (const [fileName, source] of files) this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
