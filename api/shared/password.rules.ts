import { limits } from '#api/contract/limits.ts';

/**
 * Why a password is too easy to guess. `common`: it is a known common password. `repeated`: it is too short, repeats a pattern or
 * is a row of keys. `own`: it is the person's own name or address.
 */
export type PasswordWeakness = 'common' | 'repeated' | 'own';

// Words from published lists of common passwords, in four languages. Digits and signs are left out, because `p4ssw0rd1!` is
// compared as `password`.
const common = new Set(
  `password passwort motdepasse parola kennwort geheim secret welcome willkommen bienvenue benvenuto
  admin administrator administrateur amministratore qwertz qwerty azerty qwertyuiop qwertzuiop azertyuiop
  asdfghjkl asdfgh iloveyou ichliebedich jetaime tiamo letmein changeme master superman batman
  football fussball monkey dragon princess sunshine sommer winter fruehling herbst summer spring
  autumn hallo hello bonjour buongiorno schatz chocolate computer internet login default test guest
  user benutzer schweiz suisse svizzera switzerland zuerich sonne wortlaut hospital spital gemeinde`.split(
    /\s+/,
  ),
);
const rows = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertzuiopasdfghjklyxcvbnm'];
const shortestOwn = 4;

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const letterOf: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
};
/** Replaces digits and signs by the letters that they stand for: `p4ssw0rd`. */
const bare = (text: string): string => plain(text).replace(/[@431!05$]/g, (sign) => letterOf[sign] ?? sign);

const isRow = (text: string): boolean => {
  const reversed = [...text].toReversed().join('');
  return rows.some((row) => row.includes(text) || row.includes(reversed));
};

/** True for one to four characters repeated over and over: `aaaaaaaaaa`, `12121212`, `abcabcabcabc`. */
const isRepeated = (text: string): boolean => /^(.{1,4})\1+.{0,3}$/su.test(text);

type Person = { email: string; given_name: string; family_name: string };

/** Returns the words of a person's name and address, the longest first. */
function ownWords({ email, given_name, family_name }: Person): string[] {
  const parts = [email, ...email.split(/[@.]/), ...`${given_name} ${family_name}`.split(/\s+/)];
  return parts
    .filter((part) => part.length >= shortestOwn)
    .toSorted((one, other) => other.length - one.length);
}

/** True if the password has one of the person's own words and fewer than four other letters. */
function isOwn(password: string, person: Person): boolean {
  const words = ownWords(person);
  return [plain, bare].some((form) => {
    const whole = form(password);
    const left = words.reduce((rest, word) => rest.replaceAll(form(word), ''), whole);
    return left !== whole && left.replace(/\P{L}/gu, '').length < shortestOwn;
  });
}

/** Returns why a password is too easy to guess; null if it is not (NIST SP 800-63B, 5.1.1.2). */
export function passwordWeakness(password: string, person: Person): PasswordWeakness | null {
  const text = plain(password.trim());
  if (text.length < limits.minPasswordLength / 2 || isRepeated(text) || isRow(text)) return 'repeated';
  if (isOwn(password, person)) return 'own';
  const word = text.replace(/^\P{L}+|\P{L}+$/gu, '');
  const once = /^(.+)\1$/su.exec(word)?.[1] ?? word;
  return [word, once, bare(word)].some((one) => common.has(one)) ? 'common' : null;
}
