import { limits } from './limits.ts';

/** Why a password is too easy to guess: many have it; one sign or a row of keys; it is the person's own name or address. */
export type PasswordWeakness = 'common' | 'repeated' | 'own';

// what stands first in the published lists, without its digits and signs: four languages
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

const digits: Readonly<Record<string, string>> = {
  ...{ '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', '5': 's', $: 's' },
};
/** With letters for the signs that stand for them: `p4ssw0rd`. */
const bare = (text: string): string => plain(text).replace(/[@431!05$]/g, (sign) => digits[sign] ?? sign);

const isRow = (text: string): boolean => {
  const reversed = [...text].toReversed().join('');
  return rows.some((row) => row.includes(text) || row.includes(reversed));
};

/** A short pattern again and again: `aaaaaaaaaa`, `12121212`, `abcabcabcabc`. */
const isRepeated = (text: string): boolean => /^(.{1,4})\1+.{0,3}$/su.test(text);

type Person = { email: string; given_name: string; family_name: string };

/** The words of a person's name and address. */
function ownWords({ email, given_name, family_name }: Person): string[] {
  const parts = [email, ...email.split(/[@.]/), ...`${given_name} ${family_name}`.split(/\s+/)];
  return parts
    .filter((part) => part.length >= shortestOwn)
    .toSorted((one, other) => other.length - one.length);
}

/** Whether hardly a letter is left of it without those words. */
function isOwn(password: string, person: Person): boolean {
  const words = ownWords(person);
  return [plain, bare].some((form) => {
    const whole = form(password);
    const left = words.reduce((rest, word) => rest.replaceAll(form(word), ''), whole);
    return left !== whole && left.replace(/\P{L}/gu, '').length < shortestOwn;
  });
}

/** NIST SP 800-63B, 5.1.1.2: none from a list of common ones, none that repeats, none of the person's own names. */
export function passwordWeakness(password: string, person: Person): PasswordWeakness | null {
  const text = plain(password.trim());
  if (text.length < limits.minPasswordLength / 2 || isRepeated(text) || isRow(text)) return 'repeated';
  if (isOwn(password, person)) return 'own';
  const word = text.replace(/^\P{L}+|\P{L}+$/gu, '');
  const once = /^(.+)\1$/su.exec(word)?.[1] ?? word;
  return [word, once, bare(word)].some((one) => common.has(one)) ? 'common' : null;
}
