import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { inboxKinds, type InboxItem, type InboxKind } from '#shared/qc/inbox'
import { inboxApi } from '../../../../api/qc/inbox'
import { focusHeading } from '../../../../ui/layout/heading'
import { useIsNarrow } from '../../../../ui/layout/useIsNarrow'
import { INBOX_KEY } from '../../../../ui/qc/query-keys'
import { useLiveQueries } from '../../../../ui/qc/useLiveQueries'
import { itemOf, keyOf } from './items'

/**
 * The inbox with its open item. The address has both the kind and the item. On a desktop the first item is open until
 * another is chosen; on a phone either the list or one item is shown.
 */
export function useInbox() {
  const queries = useQueryClient()
  const [path, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const kind = inboxKinds.find((known) => known === search.get('kind'))
  const isNarrow = useIsNarrow()
  useLiveQueries(INBOX_KEY, ['record', 'signal'])
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [INBOX_KEY, 'list', kind],
    queryFn: ({ signal }) => inboxApi.list(kind, signal),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const list: readonly InboxItem[] = data?.list ?? []
  // A new item at the top of the list does not replace the open item.
  const [first, setFirst] = useState<string>()
  const chosen = search.get('item') ?? (isNarrow ? undefined : first)
  const [top] = list
  if (chosen === undefined && !isNarrow && top) setFirst(keyOf(top))
  const index = list.findIndex((item) => keyOf(item) === chosen)
  // The place of an item that has left the list is that of its successor.
  const [place, setPlace] = useState(0)
  if (index >= 0 && index !== place) setPlace(index)
  const page = useRef<HTMLElement>(null)
  const wantsFocus = useRef(false)
  const focused = useRef<Element>(null)

  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body && focused.current?.isConnected === false
    if ((!wantsFocus.current && !isLost) || !page.current?.checkVisibility()) return
    if (document.querySelector('[role=dialog]')?.checkVisibility()) return
    wantsFocus.current = false
    const target = page.current.querySelector<HTMLElement>('.inbox-item[aria-current], .inbox-pane h2')
    if (target) target.focus()
    else focusHeading()
  })

  function goTo(next: { kind?: InboxKind | undefined; item?: string | undefined }, isStep: boolean) {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(next)) if (value) query.set(name, value)
    setFirst(undefined)
    navigate(query.size > 0 ? `${path}?${query}` : path, { replace: isStep })
  }

  function open(item: InboxItem | undefined) {
    if (!item) return
    wantsFocus.current = true
    goTo({ kind, item: keyOf(item) }, true)
  }

  /** Opens the first item of the reloaded list, which no longer has the item just completed. */
  async function restart() {
    await queries.invalidateQueries({ queryKey: [INBOX_KEY] })
    wantsFocus.current = true
    goTo({ kind }, true)
  }

  const next = list[index >= 0 ? index + 1 : place]
  const previous = list[place - 1]

  return {
    page,
    data,
    error,
    refetch,
    isPlaceholderData,
    list,
    kind,
    isNarrow,
    chosen,
    item: list.length === 0 && !search.has('item') ? undefined : itemOf(chosen),
    row: list[index],
    next,
    previous,
    open,
    hrefOf: (item: InboxItem) => `${path}?${new URLSearchParams({ ...(kind && { kind }), item: keyOf(item) })}`,
    listHref: kind ? `${path}?kind=${kind}` : path,
    choose: (item: InboxItem) => goTo({ kind, item: keyOf(item) }, !isNarrow),
    filter: (nextKind: InboxKind | undefined) => goTo({ kind: nextKind }, true),
    /** Called after an action on the open item. */
    goOn() {
      const following = next ?? previous
      if (following) open(following)
      else void restart()
    },
    restart,
    noteFocus: (element: Element) => void (focused.current = element),
  }
}

export type InboxView = Omit<ReturnType<typeof useInbox>, 'page'>
