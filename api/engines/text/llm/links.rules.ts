const address = /https?:\/\/[^\s<>()[\]"'`]+|mailto:[^\s<>()[\]"'`]+|www\.[^\s<>()[\]"'`]+/gi;
const link = /!?\[([^\]\n]*)\]\(\s*<?(https?:|mailto:|www\.)([^)\s>]*)>?[^)\n]*\)/gi;

/**
 * An answer without addresses that nobody named: what somebody said could make a model write one that tells more than the press of a
 * link should. Their words stay, and a bare address becomes text that nothing opens.
 */
export function withoutStrangeLinks(text: string, isNamed: (address: string) => boolean): string {
  return text
    .replace(link, (whole, label: string, scheme: string, rest: string) =>
      isNamed(scheme + rest) ? whole : label,
    )
    .replace(address, (whole, at: number, all: string) => {
      const isCode = all[at - 1] === '`';
      return isCode || isNamed(whole.replace(/[.,;:!?]+$/, '')) ? whole : `\`${whole}\``;
    });
}
