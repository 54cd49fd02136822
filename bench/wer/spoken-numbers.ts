/** Spells numbers as they are spoken, so that "25" and "twenty-five" are equal. */
type Speller = (n: number) => string;

const list = (words: string) => words.split(' ');

const english: Speller = (n) => {
  const small = list(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  );
  const tens = list('- - twenty thirty forty fifty sixty seventy eighty ninety');
  if (n < 20) return small[n]!;
  if (n < 100) return join(tens[Math.floor(n / 10)]!, n % 10, english);
  if (n < 1_000) return join(`${english(Math.floor(n / 100))} hundred`, n % 100, english);
  // Such a number is usually a year.
  if (n >= 1_100 && n < 2_000)
    return n % 100 === 0
      ? `${english(n / 100)} hundred`
      : join(english(Math.floor(n / 100)), n % 100, n % 100 < 10 ? (rest) => `oh ${english(rest)}` : english);
  return join(`${english(Math.floor(n / 1_000))} thousand`, n % 1_000, english);
};

const german: Speller = (n) => {
  const small = list(
    'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
  );
  const tens = list('- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig');
  const before = (count: number) => (count === 1 ? 'ein' : german(count));
  const rest = (count: number) => (count === 0 ? '' : german(count));
  if (n < 20) return small[n]!;
  if (n < 100) return `${n % 10 === 0 ? '' : `${before(n % 10)}und`}${tens[Math.floor(n / 10)]}`;
  if (n < 1_000 || (n >= 1_100 && n < 2_000)) return `${before(Math.floor(n / 100))}hundert${rest(n % 100)}`;
  return `${before(Math.floor(n / 1_000))}tausend${rest(n % 1_000)}`;
};

const french: Speller = (n) => {
  const small = list(
    'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
  );
  const tens = list('- - vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt');
  const ten = Math.floor(n / 10);
  if (n < 20) return small[n]!;
  if (n === 80) return 'quatre-vingts';
  if (n < 100) {
    const rest = ten === 7 || ten === 9 ? n - (ten - 1) * 10 : n % 10;
    const isJoined = ten < 8 && (rest === 1 || rest === 11);
    return join(`${tens[ten]!}${isJoined ? ' et' : ''}`, rest, french);
  }
  if (n < 1_000) {
    const hundreds = Math.floor(n / 100);
    const plural = hundreds > 1 && n % 100 === 0 ? 's' : '';
    return join(`${hundreds === 1 ? '' : `${french(hundreds)} `}cent${plural}`, n % 100, french);
  }
  const thousands = Math.floor(n / 1_000);
  return join(`${thousands === 1 ? '' : `${french(thousands)} `}mille`, n % 1_000, french);
};

const italian: Speller = (n) => {
  const small = list(
    'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
  );
  const tens = list('- - venti trenta quaranta cinquanta sessanta settanta ottanta novanta');
  const rest = (count: number) => (count === 0 ? '' : italian(count));
  if (n < 20) return small[n]!;
  if (n < 100) {
    const ten = tens[Math.floor(n / 10)]!;
    const stem = n % 10 === 1 || n % 10 === 8 ? ten.slice(0, -1) : ten;
    return `${stem}${n % 10 === 3 ? 'tré' : rest(n % 10)}`;
  }
  if (n < 1_000)
    return `${n < 200 ? '' : italian(Math.floor(n / 100))}cento${n % 100 === 3 ? 'tré' : rest(n % 100)}`;
  const thousands = Math.floor(n / 1_000);
  return `${thousands === 1 ? 'mille' : `${italian(thousands)}mila`}${rest(n % 1_000)}`;
};

const join = (words: string, rest: number, spell: Speller): string =>
  rest === 0 ? words : `${words} ${spell(rest)}`;

const spellers: Record<string, Speller> = { de: german, en: english, fr: french, it: italian };

/** Spells whole numbers below a million. Larger numbers, and numbers in other languages, are returned unchanged. */
export function sayNumber(digits: string, language: string): string {
  const n = Number(digits);
  const spell = spellers[language];
  return spell && Number.isInteger(n) && n < 1_000_000 ? spell(n) : digits;
}
