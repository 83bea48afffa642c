import type { ReactNode } from 'react'
import { shapes } from '../layout/shapes'
import './Tag.css'

export type Tone = keyof typeof shapes

/** A status: colour, shape and word together, since some people cannot see colours. */
export const Tag = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`row inline gap-6 tag tag-${tone}`}>
    <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true" focusable="false">
      <path d={shapes[tone]} />
    </svg>
    {children}
  </span>
)
