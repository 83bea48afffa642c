/** A scheme and a host, with a port where it is another than that of the scheme: as browsers send it. */
export const isOrigin = (text: string): boolean =>
  /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text
