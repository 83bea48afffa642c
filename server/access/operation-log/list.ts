import { desc, eq, getTableColumns, inArray, ne, or, sql } from 'drizzle-orm'
import { statuses, type OperationAction } from '#shared/constants'
import { text } from '#shared/i18n/catalogues'
import { localeNames, type AnyPlainTextKey, type Locale } from '#shared/i18n/text'
import type { Operation, OperationDetail, OperationQuery } from '#shared/access/operation'
import type { Page } from '#shared/list/page'
import { settingKeys, settingOf } from '#shared/access/settings-catalogue'
import { isResourceName, resourceNames, resourceTitles, type ResourceName } from '#shared/resource-names'
import { describeAgent } from '../../platform/security/user-agent'
import type { Store } from '../../platform/store'
import type { Tables } from '../../tables'
import { appendOnlyList } from '../../platform/list/append-only-list'
import { mapInChunks } from '../../platform/chunks/chunk'
import {
  atLeast,
  atMost,
  contains,
  searching,
  equals,
  mapBatches,
  oneOf,
  type Filter,
  type Unpaged,
} from '../../platform/list/listing'
import { fieldsOf } from './bulk'
import type { Operator } from '../session/queries'
import { routeTitle } from './route-title'
import { literal, oneRow, statement } from '../../platform/list/statement'
import { inWords } from '../../platform/message/index'
import { maySeeContacts } from '../user/list'

/** The numbers of actions in the API family, by its dictionary `sys_oper_type`. */
const businessTypes: Record<OperationAction, string> = {
  create: '1',
  update: '2',
  delete: '3',
  restore: '0',
  status: '2',
  grant: '4',
  reset: '2',
  password: '2',
  export: '5',
  import: '6',
  run: '0',
  end: '7',
  clean: '9',
  refused: '0',
}

type FullRow = Tables['operations']['$inferSelect']
type Row = Omit<FullRow, 'before' | 'after' | 'userId'> & { switched: string; nickName: string | null }

function entryOf(entry: Row, locale: Locale, inEnglish: EnglishNames): Operation {
  const { at, summary, url, username, address, message, latencyMs, switched, nickName, ...row } = entry
  const { browser, os } = describeAgent(row.userAgent)
  return {
    ...row,
    deptName: inEnglish.get(row.deptName) ?? row.deptName,
    title: subjectOf({ stem: row.stem, summary }, locale),
    name: nameOf(row, locale),
    businessType: businessTypes[row.action],
    switchedTo: statusIn(switched),
    step: wordIn(locale, stepOf({ ...row, url })),
    attempt: row.action === 'refused' ? routeTitle(summary, locale) : '',
    operNickName: nickName ?? '',
    method: summary,
    operName: username,
    operUrl: url,
    operIp: address,
    operLocation: '',
    operTime: new Date(at).toISOString(),
    jsonResult: inWords(locale, message),
    latencyTime: `${latencyMs}ms`,
    remark: '',
    browser,
    os,
  }
}

const englishNames = statement(({ db, t: { depts } }) =>
  db
    .select({ deptName: depts.deptName, deptNameEn: depts.deptNameEn })
    .from(depts)
    .where(ne(depts.deptNameEn, literal(''))),
)
type EnglishNames = ReadonlyMap<string, string>

/** The present English names of departments, which the log stores by their Chinese ones; none for readers of Chinese. */
async function namesFor(store: Store, locale: Locale): Promise<EnglishNames> {
  const rows = locale === 'en' ? await englishNames(store) : []
  return new Map(rows.map(({ deptName, deptNameEn }) => [deptName, deptNameEn]))
}

/** Steps of quality control. The path of each ends with its name, or with a shorter one. */
const steps = {
  'qc-record': ['submit', 'withdraw', 'review', 'approve', 'reject', 'reopen', 'void'],
  'qc-signal': ['acknowledge', 'close'],
} as const
const shorter: Readonly<Record<string, string>> = { acknowledge: 'ack' }
const hasSteps = (stem: string): stem is keyof typeof steps => Object.hasOwn(steps, stem)
/** Resources whose only change of status is the revocation. */
const revocable: readonly string[] = ['qc-qr', 'qc-display', 'qc-instrument', 'api-token']

/** The text key of a step that changed a status; undefined for other entries. */
export function stepOf({ action, stem, url }: Pick<Row, 'action' | 'stem' | 'url'>) {
  if (action !== 'status') return undefined
  if (revocable.includes(stem)) return 'operation.action.revoke'
  if (!hasSteps(stem)) return undefined
  const taken = steps[stem].find((step) => url.endsWith(`/${shorter[step] ?? step}`))
  return taken && (`operation.step.${taken}` as const)
}

const wordIn = (locale: Locale, key: AnyPlainTextKey | undefined) => (key ? text(locale, key) : '')

/** The status in the new values; empty if it did not change. */
export function statusIn(after: string): Operation['switchedTo'] {
  const { status } = fieldsOf(after) ?? {}
  return Object.values(statuses).find((value) => value === String(status)) ?? ''
}

/** The titles of changed settings in a language; the log stores them in Chinese. */
const settingTitles = (name: string, locale: Locale): string =>
  name
    .split(', ')
    .map((title) => {
      const key = settingKeys.find((one) => text('zh', settingOf(one).title) === title)
      return key ? text(locale, settingOf(key).title) : title
    })
    .join(', ')

/** The name of what an entry is about; settings by their titles in a language. */
export const nameOf = ({ stem, name }: Pick<Row, 'stem' | 'name'>, locale: Locale): string =>
  stem === 'system-settings' ? settingTitles(name, locale) : name

/** The filters of the log: one resource with a matching title, or several. */
type ListFilters = Omit<OperationQuery, 'title'> & { resources?: ResourceName[] }

/** One resource uses an index; several matching ones do not. */
function withResources<Query extends Unpaged<OperationQuery>>({ title, ...query }: Query) {
  if (title === undefined) return query
  const matches = resourceNames.filter((resource) => isCalled(resource, title.toLowerCase()))
  const [first] = matches
  return matches.length === 1 && query.stem === undefined ? { ...query, stem: first } : { ...query, resources: matches }
}

const isCalled = (resource: ResourceName, part: string) =>
  localeNames.some((locale) => text(locale, resourceTitles[resource]).toLowerCase().includes(part))

/** Matches a part of the account name of that time, or of the present name. */
const operatorCalled = ({ operations, users }: Tables): Filter =>
  searching((store, has) => {
    const { userId, nickName } = users
    const named = store.db.select({ userId }).from(users).where(has(nickName))
    return or(has(operations.username), inArray(operations.userId, named))!
  })

const listOf = (t: Tables) => {
  const { operations } = t
  return {
    counted: operations,
    key: operations.id,
    filters: {
      resources: oneOf(operations.stem),
      method: contains(operations.summary),
      requestMethod: equals(operations.requestMethod),
      operUrl: contains(operations.url),
      operIp: contains(operations.address),
      operName: operatorCalled(t),
      name: contains(operations.name),
      status: equals(operations.status),
      beginTime: atLeast(operations.at),
      endTime: atMost(operations.at),
      action: equals(operations.action),
      stem: equals(operations.stem),
      record: equals(operations.record),
    },
    orders: { id: operations.id, operTime: operations.at, createdAt: operations.at },
    defaultOrder: [desc(operations.at), desc(operations.id)],
  }
}

const entries = appendOnlyList<ListFilters>({
  scanning: ['resources', 'method', 'operUrl', 'operIp', 'action', 'record', 'operName', 'name'],
})

/** Old and new values are only in the detail of an entry: they may be long. */
function columnsOf({ operations }: Tables) {
  const { before: _before, after: _after, userId: _userId, ...columns } = getTableColumns(operations)
  return columns
}

/** The fields of a list entry that are no columns of the log. */
const besideOf = ({ operations, users }: Tables) => ({
  nickName: users.nickName,
  switched: sql<string>`case when ${operations.action} = 'status' then ${operations.after} else '' end`,
})

const page = entries(({ db, t }) => ({
  ...listOf(t),
  rows: () =>
    db
      .select({ ...columnsOf(t), ...besideOf(t) })
      .from(t.operations)
      .leftJoin(t.users, eq(t.users.userId, t.operations.userId))
      .$dynamic(),
}))

/** The operation log, the newest entries first. */
export async function listOperations(store: Store, query: OperationQuery, locale: Locale): Promise<Page<Operation>> {
  const [found, names] = [await page(store, withResources(query)), await namesFor(store, locale)]
  return { ...found, list: await mapInChunks(found.list, (row) => entryOf(row, locale, names)) }
}

const byId = oneRow(({ db, t, bind }) =>
  db
    .select({ ...getTableColumns(t.operations), ...besideOf(t) })
    .from(t.operations)
    .leftJoin(t.users, eq(t.users.userId, t.operations.userId))
    .where(eq(t.operations.id, bind('id'))),
)

/** One entry with its changes, as far as `reader` may see them. */
export async function getOperation(
  store: Store,
  id: number,
  reader: Operator,
  locale: Locale,
): Promise<OperationDetail | undefined> {
  const row = await byId(store, { id })
  if (!row) return undefined
  const { before, after, userId: _, ...entry } = shownTo(reader)(row)
  return {
    ...entryOf(entry, locale, await namesFor(store, locale)),
    operParam: after,
    before: fieldsOf(before),
    after: fieldsOf(after),
  }
}

/** Entries about people: phone and e-mail are only shown to readers who may see them at the user itself (S39). */
const personal: readonly string[] = ['user', 'profile'] satisfies ResourceName[]
/** In JSON, which may be cut off. */
const contact = /"(phone|email)":"(?:[^"\\]|\\.?)+("|$)/g

function shownTo(reader: Operator) {
  const hasContacts = maySeeContacts(reader)
  const without = (json: string) => json.replace(contact, '"$1":"***"')
  return <Shown extends Pick<FullRow, 'stem' | 'before' | 'after'>>(row: Shown): Shown =>
    hasContacts || !personal.includes(row.stem)
      ? row
      : { ...row, before: without(row.before), after: without(row.after) }
}

/** Maximum of characters of a change in a cell; the entry itself has all. */
const MAX_CELL = 2000

const sheet = entries(({ db, t }) => {
  const { before, after } = t.operations
  const start = (column: typeof before) => sql<string>`substr(${column}, 1, ${literal(MAX_CELL)})`
  const beyond = (column: typeof before) => sql<number>`length(${column}) - ${literal(MAX_CELL)}`.mapWith(Number)
  return {
    ...listOf(t),
    rows: () =>
      db
        .select({
          ...columnsOf(t),
          before: start(before),
          after: start(after),
          beforeBeyond: beyond(before),
          afterBeyond: beyond(after),
        })
        .from(t.operations)
        .$dynamic(),
  }
})

/** An entry as stored, its changes up to {@link MAX_CELL}; a sheet may have a million. */
export type OperationRow = Omit<FullRow, 'userId'> & {
  /** The characters of the changes that the row leaves out, if positive. */
  beforeBeyond: number
  afterBeyond: number
}

/** All entries that match the filter, for a sheet, with changes as far as `reader` may see them. */
export async function* operationBatches(
  store: Store,
  query: Unpaged<OperationQuery>,
  reader: Operator,
  locale: Locale,
): AsyncIterable<OperationRow[]> {
  const [shown, names] = [shownTo(reader), await namesFor(store, locale)]
  const named = (row: OperationRow) => ({ ...shown(row), deptName: names.get(row.deptName) ?? row.deptName })
  yield* mapBatches(sheet.batches(store, withResources(query)), named)
}

/** The subject of an entry in words. */
export const subjectOf = ({ stem, summary }: Pick<Row, 'stem' | 'summary'>, locale: Locale): string =>
  isResourceName(stem) ? text(locale, resourceTitles[stem]) : summary
