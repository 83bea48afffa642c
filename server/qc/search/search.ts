import { and, eq } from 'drizzle-orm'
import { isAllowed } from '#shared/permissions'
import { MAX_HITS, type Hit, type SearchAnswer, type SearchQuery } from '#shared/qc/search'
import { hitKinds, searchTags, type HitKind } from '#shared/qc/search-kinds'
import { belongs, scopeOf } from '../../access/department/data-scope'
import type { Operator } from '../../access/session/queries'
import { statement } from '../../platform/list/statement'
import type { Store } from '../../platform/store'
import { lotHit, lotsCalled } from './lots'
import { namesOf, spelledNamesOf, type Named } from './names'
import { fold, ranked } from './rank'
import { recordHits } from './records'

/** The things that match a text and that the operator may list, the best of each kind first. */
export async function search(store: Store, { q, kind }: SearchQuery, operator: Operator): Promise<SearchAnswer> {
  const typed = fold(q)
  const kinds = hitKinds.filter(
    (one) => (kind === undefined || one === kind) && isAllowed(operator.permissions, [searchTags[one]]),
  )
  if (typed === '' || kinds.length === 0) return { groups: [] }
  const isSpelling = /^[a-z\d\s']+$/.test(typed) && /[a-z]/.test(typed)
  const isIn = (...some: HitKind[]) => some.some((one) => kinds.includes(one))
  const [names, lots] = await Promise.all([
    isSpelling ? spelledNamesOf(store) : namesOf(store),
    isIn('lot', 'record') ? lotsCalled(store, typed) : [],
  ])
  const found = async (of: HitKind): Promise<Hit[]> => {
    if (of === 'record') {
      const templateIds = ranked(names.template, typed).map(({ id }) => Number(id))
      const lotIds = lots.map(({ lotId }) => lotId)
      return recordHits(store, await scopeOf(store, operator), typed, { lotIds, templateIds })
    }
    if (of === 'lot') return lots.map(lotHit)
    const hits = ranked(names[of], typed)
    return of === 'user' ? visibleUsers(store, operator, hits) : hits.slice(0, MAX_HITS).map(hitOf)
  }
  const groups: SearchAnswer['groups'] = []
  for (const of of kinds) groups.push({ kind: of, hits: await found(of) })
  return { groups: groups.filter(({ hits }) => hits.length > 0) }
}

const hitOf = ({ id, code, name, nameEn, about, aboutEn, isRemoved }: Named): Hit => {
  return { id: String(id), code, name, nameEn, about, aboutEn, ...(isRemoved && { isRemoved }) }
}

const usersAmong = (isScoped: boolean) =>
  statement((store) => {
    const { users, depts } = store.t
    const { userId, createBy, deptId } = users
    const isInScope = belongs(store, { department: deptId, creator: createBy, self: userId }, store.bind('scope'))
    return store.db
      .select({
        userId,
        username: users.username,
        nickName: users.nickName,
        about: depts.deptName,
        aboutEn: depts.deptNameEn,
      })
      .from(users)
      .leftJoin(depts, eq(depts.deptId, deptId))
      .where(and(store.among(userId, store.bind('users'), 'ids'), isScoped ? isInScope : undefined))
  })
const anyUsers = usersAmong(false)
const usersInScope = usersAmong(true)

/** Those of the found users in the operator's data scope, with their present data. */
async function visibleUsers(store: Store, operator: Operator, found: readonly Named[]): Promise<Hit[]> {
  if (found.length === 0) return []
  const scope = await scopeOf(store, operator)
  const ids = found.map(({ id }) => Number(id))
  const rows = scope
    ? await usersInScope(store, { users: JSON.stringify({ ids }), scope: JSON.stringify(scope) })
    : await anyUsers(store, { users: JSON.stringify({ ids: ids.slice(0, MAX_HITS) }) })
  const byId = new Map(rows.map((row) => [row.userId, row]))
  return ids
    .flatMap((id) => byId.get(id) ?? [])
    .slice(0, MAX_HITS)
    .map(({ userId, username, nickName, about, aboutEn }) => {
      return {
        id: String(userId),
        code: username,
        name: nickName,
        nameEn: '',
        about: about ?? '',
        aboutEn: aboutEn ?? '',
      }
    })
}
