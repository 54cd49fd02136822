type Said = { start: number; end: number; text: string };

/** Frequent words that say nothing about a topic, in the four languages. */
const common = new Set(
  `aber alle allem allen aller alles also andere auch beim bitte dann dass dein deine denn deren desse diese dieser dieses
  doch dort durch eben eine einem einen einer eines erst euch etwas ganz gegen gibt habe haben hatte heute hier immer ihnen
  ihre ihrer jetzt jede jeder kann kein keine könne mache man mehr mein meine muss müsse nach nicht nichts noch oder ohne
  schon sehr sein seine selbst sich sind soll sollen sollte sonst über unser unsere unter viel vielle vom von wann warum
  weil weiter welche wenn werde werden wieder will wir wird wurde würde zum zur zwisch
  about after again also because been before being between could does done each every from have having here into just like
  made make many more most much must only other over same shall should some such than that their them then there these they
  thing this those through under very want well were what when where which while will with would your
  ainsi alors apre après aussi autre avant avec avoir bien cela celle celui cette chaque comme comment dans depuis deux dire
  donc elle encore entre être faire fait faut jamais leur leurs mais même moins notre nous pour pourqu plus quand quel quelle
  sans sera serait sont sous soit souven tous tout toute toutes très votre vous
  anche ancora avere bene che come così cosa dalla dalle degli della delle dello dopo dove ecco essere fare fatto hanno loro
  molto nella nelle nostro ogni perché però poi prima quale quando quella quello questa questo quest sarà sempre senza sono
  stata stato sulla tanto tutti tutto vostro`.split(/\s+/),
);

/** Returns the key of a word: its first letters, which inflected forms share. */
const keyOf = (word: string): string => word.slice(0, 7);

/** Returns the keys of the words that say what a text is about. */
export const keysOf = (text: string): string[] =>
  (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .filter(
      (word) =>
        (word.length >= 4 || /\d{2}/.test(word)) && !common.has(word) && !common.has(word.slice(0, 6)),
    )
    .map(keyOf);

/** Words that were said within this time belong to one moment. */
export const windowS = 25;
const minWords = 2;
/** A moment must have this share of the line's weight, and this many times the weight of any other moment. */
const minCover = 0.5;
const minLead = 1.35;

/**
 * Returns a function that finds the moment that a line is about, by shared words, weighted by rarity. The function
 * returns the time of the moment, s; null if no moment is clear (`minWords`, `minCover`, `minLead`).
 */
export function createMoments(said: readonly Said[]): (line: string) => number | null {
  const places = new Map<string, number[]>();
  for (const [at, { text }] of said.entries()) {
    for (const key of new Set(keysOf(text))) {
      const list = places.get(key);
      if (list) list.push(at);
      else places.set(key, [at]);
    }
  }
  const weightOf = (key: string) => Math.log(1 + said.length / (places.get(key)?.length ?? 0.5));

  return (line) => {
    const keys = [...new Set(keysOf(line))];
    const whole = keys.reduce((sum, key) => sum + weightOf(key), 0);
    const hits = keys
      .flatMap((key) => (places.get(key) ?? []).map((at) => ({ key, at, startS: said[at]?.start ?? 0 })))
      .toSorted((a, b) => a.startS - b.startS);
    const found = windows(hits, weightOf);
    const best = found.reduce((a, b) => (b.weight > a.weight ? b : a), { weight: 0, words: 0, startS: 0 });
    const other = Math.max(
      0,
      ...found.filter(({ startS }) => Math.abs(startS - best.startS) > windowS).map(({ weight }) => weight),
    );
    const isClear =
      best.words >= minWords && best.weight >= whole * minCover && best.weight >= other * minLead;
    return isClear ? best.startS : null;
  };
}

type Hit = { key: string; at: number; startS: number };

/** Returns the weight of the words in the window that begins with each hit. Each word counts once. */
function windows(hits: readonly Hit[], weightOf: (key: string) => number) {
  const counts = new Map<string, number>();
  let weight = 0;
  let to = 0;
  return hits.map((first) => {
    while (to < hits.length && (hits[to]?.startS ?? 0) <= first.startS + windowS) {
      const { key } = hits[to] as Hit;
      const count = counts.get(key) ?? 0;
      if (count === 0) weight += weightOf(key);
      counts.set(key, count + 1);
      to += 1;
    }
    const found = { startS: first.startS, weight, words: counts.size };
    const left = (counts.get(first.key) ?? 1) - 1;
    if (left > 0) counts.set(first.key, left);
    else {
      counts.delete(first.key);
      weight -= weightOf(first.key);
    }
    return found;
  });
}
