import type { ReactNode } from 'react'
import { useText } from '../../../ui/useText'

type PanelProps = {
  /** The name of its grid area: `wall-{area}`. */
  area: string
  title: ReactNode
  /** Content beside the title: the page number, the unit, a legend. */
  aside?: ReactNode
  /** Shown above the children if there is nothing to list. */
  emptyText?: string | false
  children?: ReactNode
}

/** A part of the wall with its own title. */
export const Panel = ({ area, title, aside, emptyText, children }: PanelProps) => (
  <section className={`stack gap-0 wall-panel wall-${area}`}>
    <header className="split baseline gap-16 wall-panel-head">
      <h2 className="wall-clip">{title}</h2>
      {aside && <div className="row wall-aside wall-muted wall-small">{aside}</div>}
    </header>
    {emptyText && <p className="wall-empty wall-muted">{emptyText}</p>}
    {children}
  </section>
)

/** The number of the shown page; nothing for a single page. */
export function PageNumber({ page, pages }: { page: number; pages: number }) {
  const t = useText()
  return pages > 1 && <span>{t('qcWall.page', { page: page + 1, pages })}</span>
}
