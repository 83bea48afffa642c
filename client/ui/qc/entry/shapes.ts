import type { Judgement } from '#shared/qc/constants'

/** Judgements are told by their shape as well as by their colour; on a square of 12. */
export const shapePath: Record<Judgement, string> = {
  OK: 'M2 6a4 4 0 1 0 8 0a4 4 0 1 0-8 0',
  WARN: 'M6 1.500 11 10.500H1z',
  NG: 'M2 2h8v8H2z',
  PENDING: 'M6 2a4 4 0 1 0 0 8a4 4 0 1 0 0-8zm0 1.500a2.500 2.500 0 1 1 0 5a2.500 2.500 0 1 1 0-5z',
}
