import { createContext, useContext, useEffect, useId, useInsertionEffect } from 'react'
import { setUnsaved, updateTab } from '../stores/tabs'
import type { Title } from '../stores/titles'

/** Path of the tab a page is drawn in; empty outside of tabs. */
export const TabPath = createContext('')

/** The menu's title of the current page, if the menu leads to it. */
export const MenuTitle = createContext<Title | undefined>(undefined)

/**
 * Marks the page's tab while something entered is not saved: closing it, or leaving the product, asks first.
 * @param isKept this device has it when the page is opened again; see `useStoredEdits`
 */
export function useUnsaved(isUnsaved: boolean, isKept = false): void {
  const path = useContext(TabPath)
  const part = useId()
  // Of all effects these alone go on while the tab is hidden: the mark stays until it is saved, or the part is gone.
  useInsertionEffect(() => {
    if (!path) return
    setUnsaved(path, part, isUnsaved ? (isKept ? 'kept' : 'lost') : undefined)
    return () => setUnsaved(path, part, undefined)
  }, [path, part, isUnsaved, isKept])
}

/**
 * Names the page's tab after what it shows, such as the number of a record, once that is known.
 * @param titleEn the same in English, where it has a name of its own; the tab speaks the operator's language also unvisited
 */
export function useTabTitle(title: string | undefined, titleEn = title): void {
  const path = useContext(TabPath)
  useEffect(() => {
    if (path && title) updateTab(path, { title: { title, titleEn: titleEn ?? '' } })
  }, [path, title, titleEn])
}
