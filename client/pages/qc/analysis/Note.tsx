import type { ReactNode } from 'react'
import { shapes } from '../../../ui/layout/shapes'

type NoteProps = { tone: 'info' | 'warn'; action?: ReactNode; children: ReactNode }

/** A remark about the figures, with an optional action. */
export const Note = ({ tone, action, children }: NoteProps) => (
  <div className={`row wrap small analysis-note analysis-note-${tone}`}>
    <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" focusable="false">
      <path d={shapes[tone]} />
    </svg>
    <span>{children}</span>
    {action}
  </div>
)
