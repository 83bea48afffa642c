import type { QueryKey } from '@tanstack/react-query'
import type { MenuItem } from '#shared/access/menu'
import { buildName } from '../../stores/build'
import { tagOf } from '../../stores/kept-operator'
import { menu, setMenu } from '../../stores/menu'
import { isSignedInElsewhere, operatorNow, restoreOperator, session } from '../../stores/session'
import { readSharedSession } from '../../stores/session-record'
import { readJson, writeJson, writeText } from '../../stores/storage'
import { isHome } from '../routing/fixed-paths'
import { queryClient } from '../queries'

/**
 * The content of a window, kept from leaving the page until it is loaded again (ADR 81): a reload shows it at once, and
 * asks the server meanwhile.
 */
type KeptPage = {
  owner: string
  /** Of the page that was left. */
  path: string
  /** When that was. */
  at: number
  operator: ReturnType<typeof operatorNow>
  menu: readonly MenuItem[]
  stamp: string
  answers: [key: QueryKey, data: unknown][]
}

const KEY = 'kept-page'
/** A reload comes at once. What is older is not shown. */
const MAX_AGE_MS = 60_000
/** In letters: what is larger is asked for anew. */
const MAX_LENGTH = 500_000

/** Queries with this `meta` may be kept: see the decision for which these are. */
const isKept = (meta: Record<string, unknown> | undefined): boolean => meta?.['isKept'] === true

/**
 * Says for whom a page is kept. `signIn` is another one with each sign-in and each change of role, so it stands for user
 * and role. The token may have been replaced by somebody who is not of this application, so it is recognised as well.
 */
const ownerNow = (): string => [readSharedSession().signIn, tagOf(session.token), buildName()].join(' ')

/** Called when the window is left: keeps what it shows, if it shows somebody's page. */
export function keepPage(): void {
  writeText(KEY, null, 'session')
  const { token, roles, mustChangePassword, stayingAt } = session
  const isSomebodys = token !== '' && roles.length > 0 && !mustChangePassword && stayingAt.length === 0
  if (!isSomebodys || isSignedInElsewhere() || buildName() === '') return
  const { items, stamp } = menu
  const place = { owner: ownerNow(), path: location.pathname, at: Date.now() }
  const page = { ...place, operator: operatorNow(), menu: items, stamp, answers: answersNow() }
  if (JSON.stringify(page).length <= MAX_LENGTH) writeJson(KEY, page satisfies KeptPage, 'session')
}

const answersNow = (): KeptPage['answers'] =>
  queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ meta, state }) => isKept(meta) && state.status === 'success')
    .map(({ queryKey, state }) => [queryKey, state.data])

/** Shows what the window showed when it was left, once, to the same operator alone. False when there is nothing to show. */
export function restorePage(): boolean {
  const page = readJson(KEY, 'session') as KeptPage | null // written above
  writeText(KEY, null, 'session')
  if (session.roles.length > 0 || session.token === '') return false
  const isOurs = page?.owner === ownerNow() && page.path === location.pathname
  if (!isOurs || Date.now() - page.at > MAX_AGE_MS || page.at > Date.now()) return false
  // After a reload the operator expects new data, so the page asks again. The dashboard's data come with the operator.
  const updatedAt = isHome(location.pathname) ? Date.now() : 0
  for (const [key, data] of page.answers) queryClient.setQueryData(key, data, { updatedAt })
  setMenu(page.menu, page.stamp)
  restoreOperator(page.operator) // last: roles tell the guard that all is here
  return true
}
