import { useContext, type ReactNode } from 'react'
import { titleText } from '../../stores/titles'
import { enterRows } from '../table/rows/row-keys'
import { MenuTitle } from '../tab'
import { useLocale, useText } from '../useText'
import './layout.css'

type PageHeadProps = {
  /** For a page without a name in the menu; tab and window show it too. */
  title: string
  intro?: ReactNode
  /** Its buttons, the primary one last. */
  children?: ReactNode
}

/** The title of a page, its purpose, and its actions. */
export function PageHead({ title, intro, children }: PageHeadProps) {
  const t = useText()
  const locale = useLocale()
  const named = useContext(MenuTitle)
  return (
    <div className="split wrap page-head">
      <div>
        <h1 onKeyDown={enterRows}>{named ? titleText(named, t, locale) : title}</h1>
        {intro && <p className="muted">{intro}</p>}
      </div>
      {children && <div className="row stretch wrap">{children}</div>}
    </div>
  )
}
