/** The shape of each status, besides its colour and its word; on a square of 12. */
export const shapes = {
  ok: 'M2 6a4 4 0 1 0 8 0a4 4 0 1 0-8 0',
  warn: 'M6 1.5 11 10.500H1z',
  ng: 'M2 2h8v8H2z',
  pending: 'M6 2a4 4 0 1 0 0 8a4 4 0 1 0 0-8zm0 1.500a2.500 2.500 0 1 1 0 5a2.500 2.500 0 1 1 0-5z',
  info: 'M6 1l5 5-5 5-5-5z',
  sign: 'M6 .5l1.3 4.200L11.5 6 7.3 7.3 6 11.5 4.7 7.3.5 6l4.2-1.300z',
} as const
