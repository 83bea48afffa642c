import type { Judgement } from '#shared/qc/constants'

export type MarkTone = Judgement | 'INFO'

/** The shape of a verdict, clear without its colour: circle, triangle, square, ring. */
export const Mark = ({ tone, size = 22 }: { tone: MarkTone; size?: number }) => (
  <svg className="wall-mark" data-tone={tone} width={size} height={size} viewBox="0 0 22 22" aria-hidden="true">
    <path d={shapes[tone]} />
  </svg>
)

const shapes: Record<MarkTone, string> = {
  OK: 'M11 2a9 9 0 1 0 0 18a9 9 0 1 0 0-18z',
  WARN: 'M11 1.500L21.500 20H.5z',
  NG: 'M2 2h18v18H2z',
  PENDING: 'M11 3.500a7.500 7.500 0 1 0 0 15a7.500 7.500 0 1 0 0-15z',
  INFO: 'M11 1L21 11L11 21L1 11z',
}
