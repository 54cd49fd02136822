import { limits } from '#api/contract/limits.ts';
import { readRecipient, type RecipientProblem } from '#api/contract/recipient.ts';
import { isSameRecipient, splitRecipients } from '#api/shared/recipient-list.ts';

export type EntryProblem = { text: string; problem: RecipientProblem | 'double' };

export type Taken = {
  addresses: string[];
  /** The rejected entries as they were written. They stay in the field. */
  left: string;
  problems: EntryProblem[];
  isTooMany: boolean;
};

/** Adds typed or pasted addresses to the list, without duplicates. Invalid ones stay in the field, with their problems. */
export function takeRecipients(list: readonly string[], text: string): Taken {
  const addresses = [...list];
  const left: string[] = [];
  const problems: EntryProblem[] = [];
  let isTooMany = false;
  for (const part of splitRecipients(text)) {
    const { address, problem } = readRecipient(part);
    if (problem !== null) {
      problems.push({ text: part, problem });
      left.push(part);
    } else if (addresses.some((known) => isSameRecipient(known, address))) {
      problems.push({ text: part, problem: 'double' });
    } else if (addresses.length >= limits.maxRecipients) {
      isTooMany = true;
      left.push(part);
    } else addresses.push(address);
  }
  return { addresses, left: left.join(', '), problems, isTooMany };
}

export const endsAddress = (text: string): boolean => /[,;\n]\s*$/.test(text);
