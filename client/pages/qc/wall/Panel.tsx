import type { ReactNode } from 'react'
import { useText } from '../../../ui/useText'

type PanelProps = {
  /** Names its area of the grid: `wall-{area}`. */
  area: string
  title: ReactNode
  /** Beside the title: the page number, the unit, a legend. */
  aside?: ReactNode
  /** Shown above the children where there is nothing to list. */
  emptyText?: string | false
  children?: ReactNode
}

/** A part of the wall with a title of its own. */
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

/** The number of the page that is shown; nothing where there is one page. */
export function PageNumber({ page, pages }: { page: number; pages: number }) {
  const t = useText()
  return pages > 1 && <span>{t('qcWall.page', { page: page + 1, pages })}</span>
}
