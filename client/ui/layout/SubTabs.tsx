import { Fragment, useId, type KeyboardEvent, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import './SubTabs.css'

type SubTab<Name extends string> = {
  name: Name
  label: string
  /** The number of entries in the panel. */
  count?: number
  panel: ReactNode
}

type SubTabsProps<Name extends string> = {
  label: string
  tabs: readonly SubTab<Name>[]
  /** The parameter of the address that names the open tab. */
  param?: string
  /** Names the open tab in place of the address. */
  open?: string | undefined
  onOpen?: ((name: Name) => void) | undefined
  /** The panel scrolls on its own, also by keyboard. */
  isScrolled?: boolean
}

/** Tabs within a page, one of them open. The address names it; arrow keys change it. */
export function SubTabs<Name extends string>({
  label,
  tabs,
  param = 'tab',
  open,
  onOpen,
  isScrolled = false,
}: SubTabsProps<Name>) {
  const id = useId()
  const [path, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const openName = open ?? search.get(param)
  const chosen = tabs.find(({ name }) => name === openName) ?? tabs[0]!

  function choose(name: Name) {
    if (onOpen) onOpen(name)
    else {
      if (name === tabs[0]?.name) search.delete(param)
      else search.set(param, name)
      const query = search.toString()
      navigate(query ? `${path}?${query}` : path, { replace: true })
    }
    document.getElementById(`${id}-${name}`)?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.indexOf(chosen)
    const places: Record<string, number> = {
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      ArrowRight: (at + 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const next = tabs[places[event.key] ?? -1]
    if (!next) return
    event.preventDefault()
    choose(next.name)
  }

  return (
    <>
      <div className="sub-tabs" role="tablist" aria-label={label}>
        {tabs.map(({ name, label: words, count }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-controls={`${id}-panel`}
            aria-selected={name === chosen.name}
            tabIndex={name === chosen.name ? 0 : -1}
            onClick={() => choose(name)}
            onKeyDown={onKeyDown}
          >
            {words}
            {count !== undefined && count > 0 && <span className="sub-tabs-count">{count}</span>}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${chosen.name}`}
        tabIndex={isScrolled ? 0 : undefined}
      >
        <Fragment key={chosen.name}>{chosen.panel}</Fragment>
      </div>
    </>
  )
}
