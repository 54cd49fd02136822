const address = /https?:\/\/[^\s<>()[\]"'`]+|mailto:[^\s<>()[\]"'`]+|www\.[^\s<>()[\]"'`]+/gi;
const link = /!?\[([^\]\n]*)\]\(\s*<?(https?:|mailto:|www\.)([^)\s>]*)>?[^)\n]*\)/gi;

/**
 * Removes links whose address occurs in no input. A prompt injection could make the model write a link that leaks data
 * when somebody clicks it. The label of the link stays, and a bare address becomes inline code.
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
