/** The ways to the help. Its pages are in `help-pages.ts`, which is loaded with the first of them. */
export const help = {
  title: 'Aiuto',
  here: 'Aiuto su questa pagina',
};
