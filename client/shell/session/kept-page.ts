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
  /** The path of the left page. */
  path: string
  /** The time of leaving. */
  at: number
  operator: ReturnType<typeof operatorNow>
  menu: readonly MenuItem[]
  stamp: string
  answers: [key: QueryKey, data: unknown][]
}

const KEY = 'kept-page'
/** A reload follows at once. An older page is not shown. */
const MAX_AGE_MS = 60_000
/** In characters: larger pages are loaded again instead. */
const MAX_LENGTH = 500_000

/** Queries with this `meta` may be stored; ADR 81 lists them. */
const isKept = (meta: Record<string, unknown> | undefined): boolean => meta?.['isKept'] === true

/**
 * Identifies the owner of a stored page. `signIn` changes with each sign-in and each change of role, so it stands for
 * user and role. The token is checked too, because something outside this application may have replaced it.
 */
const ownerNow = (): string => [readSharedSession().signIn, tagOf(session.token), buildName()].join(' ')

/** Called when the window is left: stores its content if an operator is signed in. */
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

/** Shows the content of the window at leaving, once, and only to the same operator. False if there is none. */
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
  restoreOperator(page.operator) // last: roles tell the guard that everything is loaded
  return true
}
