import { statuses, type OperationAction } from '#shared/constants'
import { codes, type Code } from '#shared/envelope'
import { isSame } from '#shared/same'
import { isSecretName } from '#shared/secret'
import { isSettingKey, settingOf } from '#shared/access/settings-catalogue'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import type { Device } from '../login/sign-in-log'
import { insertInBatches } from '../../platform/chunks/insert-in-batches'
import { withNames } from './names'
import { plainStore } from '../session/present-store'
import { programOf } from '../api-token/find'
import type { Operator } from '../session/queries'
import { singleFlight } from '../../platform/cache/single-flight'
import { rowsByIds } from '../../platform/list/rows-by'
import { serializeMessage, type Message } from '../../platform/message/index'

/** The data of a signed-in user's request for the operation log. */
export type RequestContext = {
  operator: Operator
  device: Device
  /** Unix milliseconds. */
  now: number
  requestId: string
  /** Sent by another front end of the API family. */
  isForFamily?: boolean
  method: string
  path: string
  /** The resource, and the English title of the route. */
  resource: string
  summary: string
  /** `performance.now()` at the start. */
  began: number
  /** True after the request's own entry was written. */
  isWritten?: boolean
}

export type Change = {
  action: OperationAction
  /** Ids of the changed records. */
  record?: string
  /** Their name for people. */
  name?: string
  before?: unknown
  after?: unknown
}

/** The code and the message of a refusal. */
type Refused = { code: Code } & Message

const MAX_NAME = 300
/** Enough for the ids of the largest bulk change. */
const MAX_RECORD = 6000
/** Characters of one side of a change. Longer ones are shortened, or split into several entries. */
export const MAX_JSON = 32_768
/** Characters of a text, and items of a list, that remain when something is too long. */
const MAX_SHORT = 200

/** Writes an entry of the operation log, in the transaction of the action (S69, S70). */
export const writeOperation = (store: Dialect, db: Writer, context: RequestContext, change: Change) =>
  writeOperations(store, db, [{ context, change }])

type Entry = { context: RequestContext; change: Change; refused?: Refused | undefined }

/** {@link writeOperation} for several requests. */
export async function writeOperations(store: Dialect, db: Writer, entries: readonly Entry[]) {
  const deptIds = new Set(entries.flatMap(({ context }) => context.operator.deptId ?? []))
  const departments = deptIds.size > 0 ? await departmentsByIds(store, db, deptIds) : []
  const deptNames = new Map(departments.map(({ deptId, deptName }) => [deptId, deptName]))
  const rows = []
  for (const entry of entries) rows.push(await rowOf(store, db, entry, deptNames))
  await insertInBatches(store, db, 'operations', rows)
  for (const { context } of entries) context.isWritten = true
}

async function rowOf(
  store: Dialect,
  db: Writer,
  { context, change, refused }: Entry,
  deptNames: ReadonlyMap<number | null, string>,
) {
  const { operator, device, now, method, path, resource, summary, requestId } = context
  const { action, record = '', name = '' } = change
  const [before, after] = await withNames(store, db, resource, [change.before, change.after])
  return {
    at: now,
    action,
    stem: resource,
    summary,
    requestMethod: method,
    url: path.slice(0, MAX_NAME),
    userId: operator.userId,
    username: operator.username,
    program: operator.apiToken ? programOf(operator.apiToken) : '',
    deptName: deptNames.get(operator.deptId) ?? '',
    ...device,
    record: record.slice(0, MAX_RECORD),
    name: name.slice(0, MAX_NAME),
    before: written(before),
    after: written(after),
    status: refused ? statuses.off : statuses.on,
    code: refused?.code ?? codes.ok,
    message: refused ? serializeMessage(refused) : '',
    latencyMs: Math.round(performance.now() - context.began),
    requestId,
  }
}

const departmentsByIds = rowsByIds('depts', 'deptId', { fields: ['deptId', 'deptName'] })

const noted = new WeakMap<Reader, Entry[]>()
const shared = singleFlight<'notes', void>()

/** {@link writeOperation} for acts that change nothing else. Concurrent calls share one transaction. */
export function noteOperation(store: Store, context: RequestContext, change: Change, refused?: Refused): Promise<void> {
  const waiting = noted.getOrInsertComputed(store.db, () => [])
  waiting.push({ context, change, refused })
  return shared(store, 'notes', () => {
    const entries = waiting.splice(0)
    return plainStore(store).tx((db) => writeOperations(store, db, entries)) // of several people
  })
}

/** Both sides of a change, reduced to the fields that differ. Fields on one side only are left out. */
export function changesOf<Before extends object>(before: Before, after: object) {
  const differing = Object.entries(after).filter(
    ([field, value]) =>
      value !== undefined && Object.hasOwn(before, field) && !isSame(before[field as keyof Before], value),
  )
  return {
    before: Object.fromEntries(differing.map(([field]) => [field, before[field as keyof Before]])),
    after: Object.fromEntries(differing),
  }
}

function written(value: unknown): string {
  if (value === undefined) return ''
  const json = jsonOf(value)
  if (json.length <= MAX_JSON) return json
  const short = JSON.stringify(JSON.parse(json), shortened)
  return short.length <= MAX_JSON ? short : JSON.stringify({ tooLong: json.length })
}

/** JSON without values that must not be in a log. */
export const jsonOf = (value: unknown): string => JSON.stringify(value, struckOut)

/**
 * Replaces secrets, so that only their presence is visible. They are recognised by the names of fields, the value of a
 * parameter by its flag, a setting by the catalogue; in the address of a webhook they are its query. The name of a record
 * plays no part, because people choose it and could hide a value from the log.
 */
function struckOut(this: object, key: string, value: unknown) {
  if (key === 'url' && typeof value === 'string') return value.replace(/([?#]).*/s, '$1***') // may hold a token
  const isSecretValue = key === 'configValue' && isSecretParameter(this)
  return value && (isSecretValue || isSecretField(key, value)) ? '***' : value
}

const isSecretParameter = ({ isSecret = false, configKey = '' }: { isSecret?: unknown; configKey?: unknown }) =>
  isSecret === true || (typeof configKey === 'string' && isSettingKey(configKey) && settingOf(configKey).isSecret)

const isSecretField = (key: string, value: unknown) =>
  isSettingKey(key) ? settingOf(key).isSecret : isSecretName(key) && typeof value !== 'boolean'

function shortened(_: string, value: unknown) {
  if (typeof value === 'string' && value.length > MAX_SHORT) return `${value.slice(0, MAX_SHORT)}…`
  return Array.isArray(value) && value.length > MAX_SHORT ? [...value.slice(0, MAX_SHORT), '…'] : value
}
