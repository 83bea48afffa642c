import { desc, eq, getTableColumns } from 'drizzle-orm'
import { text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import type { LoginLogEntry, LoginLogQuery, OwnLoginLogQuery } from '#shared/admin/sign-in-log'
import type { Page } from '#shared/list/page'
import { describeAgent } from '../../platform/security/user-agent'
import type { Store } from '../../platform/store'
import type { Tables } from '../../tables'
import { appendOnlyList } from '../../platform/list/append-only-list'
import { mapInChunks } from '../../platform/chunks/chunk'
import { atLeast, atMost, contains, equals, mapBatches, type Unpaged } from '../../platform/list/listing'
import { oneRow } from '../../platform/list/statement'

type Row = Tables['loginLogs']['$inferSelect']

/** An entry in the form of the API, with its outcome in the reader's language. */
function entryOf({ address, userAgent, at, ...row }: Row, locale: Locale): LoginLogEntry {
  const event = text(locale, `loginLog.event.${row.event}`)
  const reason = text(locale, `loginLog.reason.${row.reason}`)
  return {
    ...row,
    ...describeAgent(userAgent),
    ipaddr: address,
    loginLocation: '',
    loginTime: new Date(at).toISOString(),
    msg: text(locale, 'loginLog.outcome', { event, reason }),
    remark: '',
  }
}

/** `userId`: only entries of that account. */
const page = appendOnlyList<LoginLogQuery & { userId?: number }>({
  scanning: ['username', 'ipaddr', 'status'],
  narrowing: ['userId'],
})(({ db, t: { loginLogs } }) => ({
  rows: () => db.select(getTableColumns(loginLogs)).from(loginLogs).$dynamic(),
  counted: loginLogs,
  key: loginLogs.id,
  filters: {
    userId: equals(loginLogs.userId),
    username: contains(loginLogs.username),
    ipaddr: contains(loginLogs.address),
    status: equals(loginLogs.status),
    beginTime: atLeast(loginLogs.at),
    endTime: atMost(loginLogs.at),
  },
  orders: { id: loginLogs.id, loginTime: loginLogs.at, createdAt: loginLogs.at },
  defaultOrder: [desc(loginLogs.at), desc(loginLogs.id)],
}))

/** The sign-in log, the newest entries first. */
export async function listLoginLog(store: Store, query: LoginLogQuery, locale: Locale): Promise<Page<LoginLogEntry>> {
  const found = await page(store, query)
  return { ...found, list: await mapInChunks(found.list, (row) => entryOf(row, locale)) }
}

/** All entries that match the filter, for a sheet. */
export const loginLogBatches = (store: Store, query: Unpaged<LoginLogQuery>, locale: Locale) =>
  mapBatches(page.batches(store, query), (row) => entryOf(row, locale))

/** The sign-in log of one account. */
export async function ownLoginLog(
  store: Store,
  userId: number,
  query: OwnLoginLogQuery,
  locale: Locale,
): Promise<Page<LoginLogEntry>> {
  const found = await page(store, { ...query, userId })
  return { ...found, list: await mapInChunks(found.list, (row) => entryOf(row, locale)) }
}

const byId = oneRow(({ db, t, bind }) =>
  db
    .select()
    .from(t.loginLogs)
    .where(eq(t.loginLogs.id, bind('id'))),
)

export async function getLoginLogEntry(store: Store, id: number, locale: Locale): Promise<LoginLogEntry | undefined> {
  const row = await byId(store, { id })
  return row && entryOf(row, locale)
}
