/** The only client of the embedded provider: our own page. */
export const embeddedClientId = 'wortlaut';
