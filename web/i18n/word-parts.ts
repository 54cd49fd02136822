/**
 * The words of a language come in parts, so that no screen waits for words that it does not show. `first` comes before anything
 * is shown, `work` with the library and with each part below, `session` with a session, `rest` with the screens that need it,
 * or when the page has nothing else to do, and `pair` with what connects a phone.
 */
export const wordParts = ['first', 'work', 'session', 'rest', 'pair'] as const;
export type WordPart = (typeof wordParts)[number];

/** Part of all keys that begin so. The longest entry decides. A key that none names belongs to `first`. */
const partOfBeginning: Readonly<Record<string, WordPart>> = {
  'account.address': 'session',
  'account.title': 'first',
  'domain.title': 'first',
  'draft.model.open': 'first',
  'infoBar.survey.spoken': 'first',
  'pairing.menu': 'first',
  'processing.retry': 'work',
  'recording.signOut': 'first',
  'secondFactor.codeHint': 'first',
  'secondFactor.impossible': 'first',
  'secondFactor.noWay': 'first',
  'secondFactor.passkeyHint': 'first',
  'secondFactor.recoveryHint': 'first',
  'secondFactor.signIn': 'first',
  'secondFactor.way': 'first',
  'secondFactor.ways': 'first',
  'session.status': 'work',
  'transcript.keys.open': 'first',
  'upload.refused': 'work',
  'upload.selection': 'work',
  'upload.signOut': 'first',
  begin: 'work',
  // Sessions say these.
  'error.media': 'work',
  'error.processing': 'work',
  'error.session': 'work',
  'error.transcription': 'work',
  library: 'work',
  status: 'work',
  correction: 'session',
  export: 'session',
  notes: 'session',
  player: 'session',
  processing: 'session',
  quality: 'session',
  'recording.lights': 'session',
  'recording.mark': 'session',
  'recording.ruler.mark': 'session',
  result: 'session',
  session: 'session',
  share: 'session',
  transcript: 'session',
  account: 'rest',
  announcement: 'rest',
  dictation: 'rest',
  domain: 'rest',
  draft: 'rest',
  // Nothing ends so before somebody does something.
  'error.announcement': 'rest',
  'error.capture': 'rest',
  'error.domain': 'rest',
  'error.export': 'rest',
  'error.model': 'rest',
  'error.notes': 'rest',
  'error.person': 'rest',
  'error.player': 'rest',
  'error.preview': 'rest',
  'error.role': 'rest',
  'error.share': 'rest',
  'error.survey': 'rest',
  'error.upload': 'rest',
  'error.worker': 'rest',
  incoming: 'rest',
  'infoBar.survey': 'rest',
  option: 'rest',
  recording: 'rest',
  secondFactor: 'rest',
  survey: 'rest',
  trim: 'rest',
  upload: 'rest',
  'error.pairing': 'pair',
  pairing: 'pair',
  pairingPhone: 'pair',
};

export function partOfKey(key: string): WordPart {
  const names = key.split('.');
  for (let count = names.length; count > 0; count -= 1) {
    const part = partOfBeginning[names.slice(0, count).join('.')];
    if (part) return part;
  }
  return 'first';
}

type Tree = { readonly [name: string]: string | Tree };

/** Returns the words of one part. Branches without such words are left out. */
export function pickWords(words: Tree, part: WordPart, prefix = ''): Tree {
  const picked = Object.entries(words).flatMap(([name, inner]): [string, string | Tree][] => {
    const key = prefix + name;
    if (typeof inner === 'string') return partOfKey(key) === part ? [[name, inner]] : [];
    const branch = pickWords(inner, part, `${key}.`);
    return Object.keys(branch).length > 0 ? [[name, branch]] : [];
  });
  return Object.fromEntries(picked);
}
