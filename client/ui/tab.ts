import { createContext, useContext, useEffect, useId, useInsertionEffect } from 'react'
import { useSnapshot } from 'valtio'
import { setUnsaved, tabs, updateTab } from '../stores/tabs'
import type { Title } from '../stores/titles'

/** Path of the page's tab; empty outside of tabs. */
export const TabPath = createContext('')

/** The menu's title of the current page, if the menu leads to it. */
export const MenuTitle = createContext<Title | undefined>(undefined)

/**
 * Marks the page's tab while it has unsaved input: closing it, or leaving the product, asks first.
 * @param isKept this device has it when the page is opened again; see `useStoredEdits`
 */
export function useUnsaved(isUnsaved: boolean, isKept = false): void {
  const path = useContext(TabPath)
  const part = useId()
  // Only insertion effects continue while the tab is hidden: the mark stays until the input is saved, or the part is
  // gone.
  useInsertionEffect(() => {
    if (!path) return
    setUnsaved(path, part, isUnsaved ? (isKept ? 'kept' : 'lost') : undefined)
    return () => setUnsaved(path, part, undefined)
  }, [path, part, isUnsaved, isKept])
}

/** The address of a page as its tab was left, filters included; its path if it has no tab. */
export const useAddressOf = (path: string): string =>
  useSnapshot(tabs).visited.find((tab) => tab.path === path)?.fullPath ?? path

/**
 * Names the page's tab after its content, such as the number of a record, once known.
 * @param titleEn the English title if different; the tab uses the operator's language even before it is visited
 */
export function useTabTitle(title: string | undefined, titleEn = title): void {
  const path = useContext(TabPath)
  useEffect(() => {
    if (path && title) updateTab(path, { title: { title, titleEn: titleEn ?? '' } })
  }, [path, title, titleEn])
}
