import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { View } from '#shared/access/view'
import type { ListName } from '#shared/list/list-names'
import { viewSearch } from '#shared/list/view-search'
import { viewApi } from '../../api/access/view'
import { useAllowed } from '../Allow'
import { Button } from '../Button'
import { areSameColumns, columnState, readState, setColumnState, useColumnState } from '../../stores/columns'
import { confirm } from '../overlay/confirm'
import { dialogPart } from '../overlay/Dialog'
import { Menu, type MenuItem } from '../overlay/Menu'
import { toast } from '../overlay/toast'
import { isReady } from '../ready'
import { isDone } from '../record/record-actions'
import { useText } from '../useText'
import { viewTexts, withWords } from '../app/word-parts'
import { defaultOf, noFiltersOf, useListViews } from './list-views'
import './view.css'

const ViewNameDialog = dialogPart(() => withWords(() => import('./ViewNameDialog'), viewTexts))
const ShareDialog = dialogPart(() => withWords(() => import('./ShareDialog'), viewTexts))

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
  const isOtherSearch = current !== undefined && current.search !== search
  const isModified = isOtherSearch || (current?.columns && !areSameColumns(current.columns, columns))
  const own = current?.isOwn ? current : undefined
  const isDefault = data !== undefined && data.defaultViewId === (current?.viewId ?? null)

  function show(view: View | undefined) {
    setChosenId(view?.viewId)
    if (view?.columns !== null) setColumnState(list, readState(view?.columns))
    navigate(path + (view?.search ? `?${view.search}` : noFiltersOf(data)), { replace: true })
  }

  const reload = () => queries.invalidateQueries({ queryKey: ['view', list] })

  async function change(call: () => Promise<unknown>, done: string) {
    if (await isDone(call())) toast.show(done, { tone: 'success' })
    await reload()
  }

  /** A new search changes the view for its roles, so it needs confirmation. */
  const isSureOf = (view: View) =>
    view.roles.length === 0 ||
    !isOtherSearch ||
    confirm({ title: t('view.saveChanges'), text: t('view.sharedWarning'), confirmLabel: t('view.saveChanges') })

  async function saveChanges(view: View) {
    if (await isSureOf(view)) {
      await change(
        () => viewApi.update(view, { search, columns: columnState(list) }),
        t('view.saved', { name: view.viewName }),
      )
    }
  }

  async function remove(view: View) {
    const title = t('view.delete')
    const text = t('view.deleteText', { name: view.viewName })
    if (!(await confirm({ title, text, confirmLabel: title, tone: 'danger' }))) return
    setChosenId(undefined)
    await change(() => viewApi.remove(view.viewId), t('record.deletedDone', { name: view.viewName }))
  }

  const setDefault = (viewId: number | null) =>
    change(() => viewApi.setDefault({ list, viewId }), t(viewId === null ? 'view.defaultUnset' : 'view.defaultSet'))

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
  const action = (key: string, label: string, onSelect: () => void): MenuItem => ({ key, label, onSelect })

  const items: MenuItem[] = [
    {
      key: 'built-in',
      label: t('view.builtIn'),
      isChosen: current === undefined && search === '',
      onSelect: () => show(undefined),
    },
    ...views.map(choice),
    'separator',
    ...(own && isModified ? [action('update', t('view.saveChanges'), () => void saveChanges(own))] : []),
    action('save', t('view.saveAs'), () => void open(ViewNameDialog, 'save')),
    ...(own ? [action('rename', t('view.rename'), () => void open(ViewNameDialog, 'rename'))] : []),
    ...(own && mayShare ? [action('share', t('view.share'), () => void open(ShareDialog, 'share'))] : []),
    ...(!isDefault && (current !== undefined || search === '')
      ? [action('default', t('view.setDefault'), () => void setDefault(current?.viewId ?? 0))]
      : []),
    ...(data?.isOwnDefault ? [action('no-default', t('view.unsetDefault'), () => void setDefault(null))] : []),
    ...(own
      ? [
          {
            key: 'remove',
            label: t('view.delete'),
            icon: 'trash',
            tone: 'danger',
            onSelect: () => void remove(own),
          } as const,
        ]
      : []),
  ]

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
