/** Writes a code as people read it: ABCD-EFGH. */
export const groupedCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? '';

/** Writes a code so that a screen reader spells it: “A, B, C, D, E, F, G, H”. */
export const spelled = (code: string): string => Array.from(code).join(', ');
