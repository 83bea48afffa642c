import type { ReactNode, Ref } from 'react'
import './FrontPage.css'

/** A page without the frame, such as those before sign-in: one card, and `tools` in the corner. */
export const FrontPage = ({
  ref,
  tools,
  children,
}: {
  ref?: Ref<HTMLElement>
  tools: ReactNode
  children: ReactNode
}) => (
  <div className="front-page">
    <header className="row end gap-4">{tools}</header>
    <main ref={ref} className="front-page-main">
      <div className="front-page-card card">{children}</div>
    </main>
  </div>
)
