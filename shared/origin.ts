/** A scheme and a host, with a port if it is not the default of the scheme, in the form that browsers send. */
export const isOrigin = (text: string): boolean =>
  /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text
