import { Fragment, useId, type KeyboardEvent, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import './SubTabs.css'

type SubTab<Name extends string> = {
  name: Name
  label: string
  /** How many there are of what it shows. */
  count?: number
  panel: ReactNode
}

type SubTabsProps<Name extends string> = {
  label: string
  tabs: readonly SubTab<Name>[]
}

/** Parts of a page side by side, the chosen one in the address as `tab`; arrow keys choose. */
export function SubTabs<Name extends string>({ label, tabs }: SubTabsProps<Name>) {
  const id = useId()
  const [path, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const chosen = tabs.find(({ name }) => name === search.get('tab')) ?? tabs[0]!

  function choose(name: string) {
    if (name === tabs[0]?.name) search.delete('tab')
    else search.set('tab', name)
    const query = search.toString()
    navigate(query ? `${path}?${query}` : path, { replace: true })
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
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen.name}`}>
        <Fragment key={chosen.name}>{chosen.panel}</Fragment>
      </div>
    </>
  )
}
