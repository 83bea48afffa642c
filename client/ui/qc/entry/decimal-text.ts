/** A number as people type it, with full-width figures or a decimal comma, as it is stored. */
export const cleanDecimal = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[,。]/, '.')
    .replace(/[\u2212\u2013]/, '-')
    .replace(/\s/g, '')
