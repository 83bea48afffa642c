import type { ReactNode } from 'react'
import './PageHead.css'

type PageHeadProps = {
  title: string
  intro?: string | undefined
  /** Its buttons, the primary one last. */
  children?: ReactNode
}

/** What a page is called, what it is for, and what can be done on it. */
export const PageHead = ({ title, intro, children }: PageHeadProps) => (
  <div className="page-head">
    <div>
      <h1>{title}</h1>
      {intro && <p className="page-intro">{intro}</p>}
    </div>
    {children && <div className="page-head-actions">{children}</div>}
  </div>
)
