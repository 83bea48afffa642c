import type { ReactNode } from 'react'

type PanelProps = {
  /** Names its place in the grid: `wall-{place}`. */
  place: string
  title: ReactNode
  /** Beside the title: which page of how many, of how long. */
  aside?: ReactNode
  children: ReactNode
}

/** A part of the wall with a title of its own. */
export const Panel = ({ place, title, aside, children }: PanelProps) => (
  <section className={`wall-panel wall-${place}`}>
    <header className="wall-panel-head">
      <h2>{title}</h2>
      {aside && <div className="wall-aside">{aside}</div>}
    </header>
    {children}
  </section>
)
