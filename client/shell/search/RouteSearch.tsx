import { useSnapshot } from 'valtio'
import { layout } from '../../stores/layout'
import { Icon } from '../../ui/Icon'
import { useText } from '../../ui/useText'
import { Keys } from '../keyboard/Keys'
import { ariaKeys } from '../keyboard/key-names'
import { openOverlay } from '../keyboard/overlay'
import { overlayParts } from '../keyboard/overlay-parts'
import './RouteSearch.css'

/** Looks like a field and opens the search, whose code it fetches when somebody is about to. Not for phones. */
export function RouteSearch() {
  const t = useText()
  const { device } = useSnapshot(layout)
  if (device === 'mobile') return null
  const fetchAhead = () => void overlayParts.search.preload().catch(() => {}) // should it fail, the click will tell
  return (
    <button
      type="button"
      className="row inline route-search"
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaKeys('mod+k')}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={() => openOverlay('search')}
    >
      <Icon name="search" />
      <span className="route-search-text">{t('find.open')}</span>
      <span className="route-search-keys" aria-hidden="true">
        <Keys keys="mod+k" />
      </span>
    </button>
  )
}
