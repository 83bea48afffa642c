import { useEffect, useMemo } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { layout } from '../../stores/layout'
import { settings } from '../../stores/settings'
import type { AppRoute } from '../../stores/menu'
import { activeTop, placeIn, type MenuPlace, type TopChoice, type MenuNode } from './menu-nodes'

const NONE: TopChoice = { key: '', at: '' }

const choice = proxy({ ...NONE })

/** Shows the entries of a branch in the sidebar, until a page of another branch is opened. */
export const chooseTop = (key: string, { top }: MenuPlace): void => void Object.assign(choice, { key, at: top })

export const forgetTopChoice = (): void => void Object.assign(choice, NONE)

/** True if the top entries stand in the navbar; a phone has no room for them. */
export function useHasTopNav(): boolean {
  const { topNav } = useSnapshot(settings)
  const { device } = useSnapshot(layout)
  return topNav && device === 'desktop'
}

/** Key of the active entry of the top menu: the chosen one, else that of the present page. Empty if there is none. */
export function useActiveTop(place: MenuPlace): string {
  const { top } = place
  const chosen = useSnapshot(choice)
  const isOn = useHasTopNav()
  useEffect(() => {
    if (!isOn || choice.at !== top) forgetTopChoice()
  }, [isOn, top])
  return isOn ? activeTop(chosen, place) : ''
}

/** The data of the sidebar and the top menu. */
export type MenuProps = {
  nodes: readonly MenuNode[]
  route: AppRoute | undefined
  /** Path of the present address. */
  path: string
}

/** The present page's place in the menu; the same object until it changes. */
export const useMenuPlace = ({ nodes, route, path }: MenuProps): MenuPlace =>
  useMemo(() => placeIn(nodes, path, route?.activeMenu), [nodes, route, path])
