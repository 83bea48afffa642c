import { and, desc, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { MAX_HITS, type Hit } from '#shared/qc/search'
import { belongs, type Scope } from '../../access/department/data-scope'
import { beginsBytewise, bytewise } from '../../platform/list/bytewise'
import { escaped } from '../../platform/list/listing'
import { literal, statement } from '../../platform/list/statement'
import { instant } from '../../platform/list/wire'
import type { Store } from '../../platform/store'
import { serialOf } from '../record/table'

/** In a data scope, at most this number of records is examined, in the order of the search. */
const MAX_LOOKED_AT = 20_000

/** Ids of the records in a scope that meet a condition, descending in the order of an index. */
function idsWhere(condition: (store: Store) => SQL, order: (store: Store) => SQLWrapper) {
  const matching = (store: Store, most: number) => {
    const { qcValueBaseId, deptId, operatorId } = store.t.valueBases
    return store.db
      .select({ id: qcValueBaseId, place: sql`${order(store)}`.as('place'), deptId, operatorId })
      .from(store.t.valueBases)
      .where(condition(store))
      .orderBy(sql`${order(store)} desc`, desc(qcValueBaseId))
      .limit(literal(most))
  }
  const ofAll = statement((store) => matching(store, MAX_HITS))
  const ofScope = statement((store) => {
    const looked = matching(store, MAX_LOOKED_AT).as('looked')
    return store.db
      .select({ id: looked.id })
      .from(looked)
      .where(belongs(store, { department: looked.deptId, creator: looked.operatorId }, store.bind('scope')))
      .orderBy(desc(looked.place), desc(looked.id))
      .limit(literal(MAX_HITS))
  })
  return async (store: Store, scope: Scope | undefined, values: Record<string, unknown>): Promise<number[]> => {
    const rows = scope ? await ofScope(store, { ...values, scope: JSON.stringify(scope) }) : await ofAll(store, values)
    return rows.map(({ id }) => id)
  }
}

const newestFirst = ({ t: { valueBases } }: Store) => valueBases.inspectedAt
const byNumber = (store: Store) => bytewise(store, store.t.valueBases.recordNo)

const ofNumber = idsWhere(({ t: { valueBases }, bind }) => eq(valueBases.recordNo, bind('number')), newestFirst)

/** Within a product line, the last days first. */
const beginning = idsWhere(
  (store) => beginsBytewise(store, store.t.valueBases.recordNo, store.bind('number')),
  byNumber,
)

const ending = idsWhere((store) => {
  const { recordNo } = store.t.valueBases
  return and(eq(serialOf(recordNo), store.bind('serial')), store.like(recordNo, store.bind('end')))!
}, newestFirst)

const ofDay = idsWhere(({ t: { valueBases }, bind }) => eq(valueBases.businessDay, bind('day')), newestFirst)
const ofLot = idsWhere(({ t: { valueBases }, bind }) => eq(valueBases.lotId, bind('lotId')), newestFirst)
const ofTemplate = idsWhere(({ t: { valueBases }, bind }) => eq(valueBases.templateId, bind('templateId')), newestFirst)

const rowsOf = statement((store) => {
  const { valueBases, templates } = store.t
  return store.db
    .select({
      id: valueBases.qcValueBaseId,
      recordNo: valueBases.recordNo,
      at: valueBases.inspectedAt,
      about: templates.name,
      aboutEn: templates.nameEn,
    })
    .from(valueBases)
    .innerJoin(templates, eq(templates.templateId, valueBases.templateId))
    .where(store.among(valueBases.qcValueBaseId, store.bind('records'), 'ids'))
})

/** The records of at most this number of lots and templates are searched. */
const MAX_OWNERS = 3

type Owners = { lotIds: readonly number[]; templateIds: readonly number[] }

/**
 * Records in a data scope that match a typed text: the whole number, its beginning, its last digits, a day, or their
 * lot or template.
 * @param typed folded
 * @param owners matching lots and templates, the best first
 */
export async function recordHits(
  store: Store,
  scope: Scope | undefined,
  typed: string,
  { lotIds, templateIds }: Owners,
): Promise<Hit[]> {
  const found = new Set<number>()
  const take = (ids: number[]) => ids.forEach((id) => found.add(id))
  const looks = [
    ...looksAtNumber(typed).map((look) => () => look(store, scope)),
    ...lotIds.slice(0, MAX_OWNERS).map((lotId) => () => ofLot(store, scope, { lotId })),
    ...templateIds.slice(0, MAX_OWNERS).map((templateId) => () => ofTemplate(store, scope, { templateId })),
  ]
  for (const look of looks) {
    if (found.size >= MAX_HITS) break
    take(await look())
  }
  const ids = [...found].slice(0, MAX_HITS)
  if (ids.length === 0) return []
  const rows = new Map((await rowsOf(store, { records: JSON.stringify({ ids }) })).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? []).map(hitOf)
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

const hitOf = ({ id, recordNo, at, about, aboutEn }: Row): Hit => {
  return { id: String(id), name: recordNo, nameEn: '', code: '', about, aboutEn, at: instant(at) }
}

type Look = (store: Store, scope: Scope | undefined) => Promise<number[]>

/** A number is `C21-261122-0054`: code of the line, day, serial of the day. */
function looksAtNumber(typed: string): Look[] {
  const number = typed.toUpperCase()
  if (!/^[A-Z0-9][A-Z0-9._-]*$/.test(number)) return []
  const day = dayIn(number)
  const end = /^\d+$/.test(number) ? number.padStart(4, '0') : number
  const looks: Look[] = [
    (store, scope) => ofNumber(store, scope, { number }),
    (store, scope) => beginning(store, scope, { number }),
  ]
  const parts = { serial: end.slice(-4), end: `%${escaped(end)}` }
  if (/\d{4}$/.test(end)) looks.push((store, scope) => ending(store, scope, parts))
  if (day) looks.push((store, scope) => ofDay(store, scope, { day }))
  return looks
}

/** `2026-11-22`, `20261122` or `261122` as a business day. */
function dayIn(typed: string): string | undefined {
  const [, year, month, day] = typed.match(/^(?:20)?(\d\d)-?(\d\d)-?(\d\d)$/) ?? []
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return undefined
  return year && `20${year}-${month}-${day}`
}
