import { useSnapshot } from 'valtio'
import { memo, useEffect, useState } from 'react'
import { layout } from '../../stores/layout'
import { settings } from '../../stores/settings'
import { IconButton } from '../../ui/Button'
import { fetchAhead } from '../../ui/ready'
import { useText } from '../../ui/useText'
import { closeSettings, drawer } from './drawer'
import { openSettings, SettingsDrawer } from './open-settings'
import './SettingsHandle.css'

/**
 * The button at the right edge that opens and closes the settings drawer, and the drawer. On a phone it would cover the
 * page, so the account menu opens the drawer there.
 */
export const SettingsHandle = memo(function SettingsHandle({ address }: { address: object }) {
  const t = useText()
  const { isOpen, isDrawn } = useSnapshot(drawer)
  const { showSettings } = useSnapshot(settings)
  const isPhone = useSnapshot(layout).device === 'mobile'
  const scrollBar = useScrollBar(address)
  const hasHandle = showSettings && !isPhone
  if (!hasHandle && !isDrawn) return null

  return (
    <aside className="settings" aria-label={t('settings.title')} data-open={isOpen}>
      {hasHandle && (
        <IconButton
          className="settings-handle"
          style={{ right: isOpen ? 0 : scrollBar }}
          label={t(isOpen ? 'settings.close' : 'settings.open')}
          icon={isOpen ? 'chevron-right' : 'system-tools'}
          aria-expanded={isOpen}
          onPointerEnter={() => fetchAhead(SettingsDrawer)}
          onClick={() => (isOpen ? closeSettings() : void openSettings())}
        />
      )}
      {isDrawn && <SettingsDrawer />}
    </aside>
  )
})

/** The width of the shown page's scroll bar at the end of the window, in px; it depends on the content. */
function useScrollBar(address: object): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const page = document.querySelector('#main > :not([aria-hidden])') ?? document.querySelector('#main')
    if (!page) return
    const sizes = new ResizeObserver(() => {
      if (!page.isConnected) return
      setWidth(Math.max(0, Math.round(innerWidth - page.getBoundingClientRect().left - page.clientWidth)))
    })
    sizes.observe(page)
    return () => sizes.disconnect()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another address shows another element
  }, [address])
  return width
}
