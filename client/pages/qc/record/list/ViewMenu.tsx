import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Button } from '../../../../ui/Button'
import { dialogPart } from '../../../../ui/overlay/Dialog'
import { Menu } from '../../../../ui/overlay/Menu'
import { isReady } from '../../../../ui/ready'
import { useText } from '../../../../ui/useText'
import { changeViews, onViewsChanged, savedViews, viewSearch, type SavedView } from './saved-views'

const ViewDialog = dialogPart(() => import('./ViewDialog'))

/** The operator's saved views of the list. The list opens with the default view. */
export function ViewMenu() {
  const t = useText()
  const [path, navigate] = useLocation()
  const search = useSearch()
  const [views, setViews] = useState(savedViews)
  const [isOpen, setIsOpen] = useState(false)
  const isInitialized = useRef(false)
  const current = viewSearch(search)

  // The first address without filters gets the default view.
  useEffect(() => {
    if (isInitialized.current) return
    isInitialized.current = true
    const defaultView = views.find(({ isDefault }) => isDefault)
    if (search === '' && defaultView) navigate(`${path}?${defaultView.search}`, { replace: true })
  }, [views, search, path, navigate])

  // Reads changes that were made while this page was hidden as well.
  useEffect(() => {
    const read = () => setViews(savedViews())
    read()
    return onViewsChanged(read)
  }, [])

  const show = (view: SavedView) => navigate(view.search ? `${path}?${view.search}` : path, { replace: true })

  return (
    <>
      <Menu
        label={t('qcRecord.views')}
        trigger={
          <Button icon="columns">{views.find((view) => view.search === current)?.name ?? t('qcRecord.views')}</Button>
        }
        items={[
          ...views.map((view) => ({
            key: view.name,
            label: view.isDefault ? t('qcRecord.viewDefault', { name: view.name }) : view.name,
            isChosen: view.search === current,
            onSelect: () => show(view),
          })),
          ...(views.length > 0 ? (['separator'] as const) : []),
          {
            key: 'edit',
            label: t('qcRecord.viewsEdit'),
            icon: 'edit',
            onSelect: () => void isReady(ViewDialog).then(setIsOpen),
          },
        ]}
      />
      {isOpen && (
        <ViewDialog
          views={views}
          current={current}
          onChange={(change) => setViews(changeViews(change))}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
