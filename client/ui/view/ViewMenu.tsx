import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { View } from '#shared/access/view'
import type { ListName } from '#shared/list/list-names'
import { viewSearch } from '#shared/list/view-search'
import { useAllowed } from '../Allow'
import { Button } from '../Button'
import { areSameColumns, readState, setColumnState, useColumnState } from '../../stores/columns'
import { dialogPart } from '../overlay/Dialog'
import { Menu, type MenuItem } from '../overlay/Menu'
import { isReady } from '../ready'
import { useText } from '../useText'
import { viewTexts, withWords } from '../app/word-parts'
import { defaultOf, noFiltersOf, useListViews } from './list-views'
import './view.css'

const ViewNameDialog = dialogPart(() => withWords(() => import('./ViewNameDialog'), viewTexts))
const ShareDialog = dialogPart(() => withWords(() => import('./ShareDialog'), viewTexts))
const viewChanges = { preload: () => withWords(() => import('./view-changes'), viewTexts) }

type Opened = 'save' | 'rename' | 'share'

/** The views of a list: chooses one, saves the present state, and manages the operator's own views. */
export function ViewMenu({ list }: { list: ListName }) {
  const t = useText()
  const queries = useQueryClient()
  const [path, navigate] = useLocation()
  const search = viewSearch(useSearch())
  const { data } = useListViews(list)
  const mayShare = useAllowed(['admin:sysView:share'])
  const [chosenId, setChosenId] = useState<number>()
  const [opened, setOpened] = useState<Opened>()

  const views = data?.views ?? []
  const shown = views.filter((view) => view.search === search)
  const current =
    views.find(({ viewId }) => viewId === chosenId) ??
    shown.find((view) => view === (data && defaultOf(data))) ??
    shown[0]
  const columns = useColumnState(list)
  const isModified =
    current && (current.search !== search || (current.columns && !areSameColumns(current.columns, columns)))
  const own = current?.isOwn ? current : undefined
  const isDefault = data !== undefined && data.defaultViewId === (current?.viewId ?? null)

  function show(view: View | undefined) {
    setChosenId(view?.viewId)
    if (view?.columns !== null) setColumnState(list, readState(view?.columns))
    navigate(path + (view?.search ? `?${view.search}` : noFiltersOf(data)), { replace: true })
  }

  const reload = () => queries.invalidateQueries({ queryKey: ['view', list] })

  /** Loads the code of the changes, runs one, and reads the views again. */
  async function change(run: (changes: typeof import('./view-changes')) => Promise<unknown>) {
    if (!(await isReady(viewChanges))) return
    await run(await viewChanges.preload())
    await reload()
  }

  const remove = (view: View) => change(async (changes) => (await changes.remove(view)) && setChosenId(undefined))

  async function open(dialog: { preload: () => Promise<unknown> }, which: Opened) {
    if (await isReady(dialog)) setOpened(which)
  }

  function close(viewId?: number) {
    setOpened(undefined)
    if (viewId !== undefined) setChosenId(viewId)
  }

  const choice = (view: View): MenuItem => ({
    key: `view-${view.viewId}`,
    label: view.isOwn ? view.viewName : t('view.ofOther', { name: view.viewName, owner: view.owner }),
    ...(view.viewId === data?.defaultViewId && { shortcut: t('view.default') }),
    isChosen: view === current,
    onSelect: () => show(view),
  })
  const action = (key: string, label: string, onSelect: () => unknown): MenuItem => ({ key, label, onSelect })

  const items = [
    {
      key: 'built-in',
      label: t('view.builtIn'),
      isChosen: current === undefined && search === '',
      onSelect: () => show(undefined),
    },
    ...views.map(choice),
    'separator' as const,
    own &&
      isModified &&
      action('update', t('view.saveChanges'), () => change((changes) => changes.saveChanges(own, search, list))),
    action('save', t('view.saveAs'), () => open(ViewNameDialog, 'save')),
    own && action('rename', t('view.rename'), () => open(ViewNameDialog, 'rename')),
    own && mayShare && action('share', t('view.share'), () => open(ShareDialog, 'share')),
    !isDefault &&
      (current !== undefined || search === '') &&
      action('default', t('view.setDefault'), () =>
        change((changes) => changes.setDefault(list, current?.viewId ?? 0)),
      ),
    data?.isOwnDefault &&
      action('no-default', t('view.unsetDefault'), () => change((changes) => changes.setDefault(list, null))),
    own && {
      key: 'remove',
      label: t('view.delete'),
      icon: 'trash' as const,
      tone: 'danger' as const,
      onSelect: () => void remove(own),
    },
  ].filter((item) => !!item)

  return (
    <>
      <Menu
        label={t('view.title')}
        trigger={
          <Button icon="pin" className="view-button" aria-keyshortcuts="v">
            <span className="view-name">
              {current ? t(isModified ? 'view.changed' : 'view.current', { name: current.viewName }) : t('view.title')}
            </span>
          </Button>
        }
        items={items}
      />
      {(opened === 'save' || (opened === 'rename' && own)) && (
        <ViewNameDialog
          list={list}
          search={search}
          view={opened === 'rename' ? own : undefined}
          onSaved={() => void reload()}
          onClose={close}
        />
      )}
      {opened === 'share' && own && <ShareDialog view={own} onSaved={() => void reload()} onClose={() => close()} />}
    </>
  )
}
