import { useSnapshot } from 'valtio'
import { findTab, isFixed, setPinned, tabs } from '../../stores/tabs'
import type { MenuItem } from '../../ui/overlay/menu-item'
import MenuPopup from '../../ui/overlay/MenuPopup'
import type { Anchor } from '../../ui/overlay/position'
import { useText } from '../../ui/useText'
import { closeAllTabs, closeOtherTabs, closeTab, refreshTab } from './commands'

type TabMenuProps = { path: string; anchor: Anchor; onClose: () => void }

/** The actions on one tab. Fixed tabs cannot be closed. */
export default function TabMenu({ path, anchor, onClose }: TabMenuProps) {
  const t = useText()
  useSnapshot(tabs)
  const tab = findTab(path)
  if (!tab) return null
  const { isPinned, meta, fullPath } = tab
  const openWindow = () => void window.open(fullPath, '_blank', 'noopener')
  const pin: MenuItem = {
    key: 'pin',
    label: t(isPinned ? 'tabs.unpin' : 'tabs.pin'),
    onSelect: () => setPinned(path, !isPinned),
  }
  const items: MenuItem[] = [
    { key: 'refresh', label: t('tabs.refresh'), onSelect: () => void refreshTab(path) },
    ...(isFixed(tab) ? [] : [{ key: 'close', label: t('tabs.close'), onSelect: () => void closeTab(path) }]),
    { key: 'others', label: t('tabs.closeOthers'), onSelect: () => void closeOtherTabs(path) },
    { key: 'all', label: t('tabs.closeAll'), onSelect: () => void closeAllTabs() },
    'separator',
    ...(meta.affix ? [] : [pin]),
    { key: 'window', label: t('tabs.openWindow'), onSelect: openWindow },
  ]
  return <MenuPopup anchor={() => anchor} label={t('tabs.menu')} items={items} onClose={onClose} />
}
