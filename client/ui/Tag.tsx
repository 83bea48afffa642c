import type { ReactNode } from 'react'
import './Tag.css'

const shapes = {
  ok: 'M2 6a4 4 0 1 0 8 0a4 4 0 1 0-8 0',
  warn: 'M6 1.5 11 10.500H1z',
  ng: 'M2 2h8v8H2z',
  pending: 'M2.5 6a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0',
  info: 'M6 1l5 5-5 5-5-5z',
  sign: 'M6 .5l1.3 4.200L11.5 6 7.3 7.3 6 11.5 4.7 7.3.5 6l4.2-1.300z',
} as const

export type Tone = keyof typeof shapes

/** A status: colour, shape and word together, since colour alone does not reach everyone. */
export const Tag = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`tag tag-${tone}`}>
    <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true" focusable="false">
      <path d={shapes[tone]} />
    </svg>
    {children}
  </span>
)
