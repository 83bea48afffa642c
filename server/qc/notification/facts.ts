import { eq, getTableColumns } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { lineTime } from '#shared/format/line-time'
import { text } from '#shared/i18n/catalogues'
import type { Locale, T, TextKey, Values } from '#shared/i18n/text'
import { isAllowed, type PermissionTag } from '#shared/permissions'
import { localizedName } from '#shared/qc/localized-name'
import { subjectOf, type Receiver, type Subject } from '#shared/qc/notification/events'
import { equipmentPath, recordPath, signalsPath } from '#shared/qc/paths'
import { ruleInShort, ruleName } from '#shared/qc/analysis/rule-words'
import { isInScope, scopeIn, type Scope } from '../../access/department/data-scope'
import { accessOf } from '../../access/session/access'
import { getUser } from '../../access/user/queries'
import { dayText } from '../../platform/list/day'
import { oneRow } from '../../platform/list/statement'
import type { Store } from '../../platform/store'
import { assignmentFor } from '../assignment/queries'
import type { Assignable } from '../assignment/table'
import { namesOfItems } from '../template/items'
import { calibrationKey, isCalibrationPast } from './calibration'
import type { Notice } from './channels/message'
import type { RuleRow } from './dispatch'
import { isOpenRecord, isOpenSignal, openedKey, recordKey } from './occurrences'
import { overdueKey } from './overdue'
import type { DeliveryRow } from './queue'

export type User = NonNullable<Awaited<ReturnType<typeof getUser>>>

/** A user with their present rights. */
export type Recipient = { user: User; permissions: readonly string[]; scope: Scope | undefined }

/** The present rights of a recipient; undefined if the user is disabled or the rule no longer applies to them. */
export async function recipientOf(store: Store, userId: number, rule: RuleRow): Promise<Recipient | undefined> {
  const user = await getUser(store, userId)
  if (user?.status !== statuses.on) return undefined
  const { roleIds, permissions } = await accessOf(store, userId)
  const isMeant =
    rule.receiver === 'role'
      ? rule.roleId !== null && roleIds.includes(rule.roleId)
      : rule.receiver !== 'user' || rule.userId === userId
  if (!isMeant) return undefined
  return { user, permissions, scope: await scopeIn(store, store.db, { userId, roleIds, deptId: user.deptId }) }
}

/** The permission that a recipient needs for events about a subject. */
const tagOfSubject = {
  record: 'qc:record:list',
  signal: 'qc:signal:list',
  equipment: 'qc:equipment:list',
} as const satisfies Record<Subject, PermissionTag>

type Told = Notice | 'gone' | 'noRight' | 'outdated'
type Telling = { locale: Locale; receiver: Receiver; publicUrl: string | undefined; now: number }

/** The notice of an event for a recipient, from the present data; `outdated` if the event is no longer so. */
export async function noticeOf(
  store: Store,
  delivery: DeliveryRow,
  recipient: Recipient,
  telling: Telling,
): Promise<Told> {
  const about = subjectOf(delivery.event)
  if (!isAllowed(recipient.permissions, [tagOfSubject[about]])) return 'noRight'
  if (about === 'record') return ofRecord(store, delivery, recipient, telling)
  return about === 'signal' ? ofSignal(store, delivery, recipient, telling) : ofEquipment(store, delivery, telling)
}

const recordById = oneRow(({ db, t: { valueBases, products, templates }, bind }) =>
  db
    .select({
      ...getTableColumns(valueBases),
      createBy: valueBases.operatorId,
      product: products.code,
      productName: products.name,
      productNameEn: products.nameEn,
      templateName: templates.name,
      templateNameEn: templates.nameEn,
    })
    .from(valueBases)
    .innerJoin(products, eq(products.productId, valueBases.productId))
    .innerJoin(templates, eq(templates.templateId, valueBases.templateId))
    .where(eq(valueBases.qcValueBaseId, bind('id'))),
)

async function ofRecord(store: Store, delivery: DeliveryRow, recipient: Recipient, telling: Telling) {
  const { event, entityId, occurrence } = delivery
  const record = await recordById(store, { id: entityId })
  if (!record) return 'gone'
  if (!isInScope(recipient.scope, record)) return 'noRight'
  const isOfOwner = event === 'recordAssigned' || event === 'recordOverdue'
  const isSo = isOfOwner
    ? isOpenRecord(record) && (await isStillTheirs(store, delivery, 'record', telling))
    : event === 'mentioned' || recordKey(event, record) === occurrence // a mention stays true
  if (!isSo) return 'outdated'
  const { locale } = telling
  const { recordNo, product, judgement, status } = record
  const parts = [recordNo, nameOf(locale, record, 'product'), nameOf(locale, record, 'template')]
  const data = { recordId: entityId, recordNo, product, judgement, status }
  const said = [...parts, text(locale, `qc.judgement.${judgement}`)]
  return { ...notice(delivery, said, recordPath(entityId), telling), data }
}

const signalById = oneRow(({ db, t: { signals, limitSets, valueBases, products }, bind }) =>
  db
    .select({
      ...getTableColumns(signals),
      chart: limitSets.chart,
      recordId: valueBases.qcValueBaseId,
      recordNo: valueBases.recordNo,
      deptId: valueBases.deptId,
      createBy: valueBases.operatorId,
      product: products.code,
      productName: products.name,
      productNameEn: products.nameEn,
    })
    .from(signals)
    .innerJoin(limitSets, eq(limitSets.limitSetId, signals.limitSetId))
    .innerJoin(valueBases, eq(valueBases.qcValueBaseId, signals.qcValueBaseId))
    .innerJoin(products, eq(products.productId, signals.productId))
    .where(eq(signals.signalId, bind('id'))),
)

async function ofSignal(store: Store, delivery: DeliveryRow, recipient: Recipient, telling: Telling) {
  const { event, entityId, occurrence } = delivery
  const signal = await signalById(store, { id: entityId })
  if (!signal) return 'gone'
  if (!isInScope(recipient.scope, signal)) return 'noRight'
  const isSo =
    event === 'signalOpened'
      ? openedKey(signal) === occurrence
      : isOpenSignal(signal) && (await isStillTheirs(store, delivery, 'signal', telling))
  if (!isSo) return 'outdated'
  const { locale } = telling
  const { itemKey, track, rule, state, recordId, recordNo, product } = signal
  const item = (await namesOfItems(store, [itemKey])).get(itemKey)
  const t: T = (key: TextKey, values?: Values) => text(locale, key, values)
  const name = item ? localizedName(locale, item) : itemKey
  const broken = [ruleInShort(t, signal, signal.chart), ruleName(t, rule)]
  const said = [name, nameOf(locale, signal, 'product'), recordNo, ...broken]
  const data = { signalId: entityId, track, rule, state, recordId, recordNo, product }
  return { ...notice(delivery, said, signalsPath({ itemKey }), telling), data }
}

/** True if a record or signal still has the owner, or the due date, that a delivery is about. */
async function isStillTheirs(
  store: Store,
  { event, entityId, occurrence, userId }: DeliveryRow,
  entity: Assignable,
  { receiver }: Telling,
): Promise<boolean> {
  const assignment = await assignmentFor(store, store.db, { entity, entityId })
  if (!assignment || (receiver === 'addressee' && assignment.ownerId !== userId)) return false
  return event === `${entity}Assigned` || overdueKey(entity, entityId, assignment.dueOn) === occurrence
}

const equipmentById = oneRow(({ db, t: { equipment }, bind }) =>
  db
    .select({
      equipmentId: equipment.equipmentId,
      code: equipment.code,
      name: equipment.name,
      nameEn: equipment.nameEn,
      status: equipment.status,
      calibrationDue: equipment.calibrationDue,
    })
    .from(equipment)
    .where(eq(equipment.equipmentId, bind('id'))),
)

async function ofEquipment(store: Store, delivery: DeliveryRow, telling: Telling) {
  const { entityId, occurrence } = delivery
  const found = await equipmentById(store, { id: entityId })
  if (!found || found.calibrationDue === null || found.status !== statuses.on) return 'gone'
  if (calibrationKey(found, telling.now) !== occurrence) return 'outdated'
  const { code } = found
  const due = dayText(found.calibrationDue)
  const isPast = isCalibrationPast(found, telling.now)
  const said = [`${code} ${localizedName(telling.locale, found)}`, due ?? '']
  const data = { equipmentId: entityId, equipment: code, calibrationDue: due }
  const event = text(telling.locale, isPast ? 'notification.calibrationPast' : 'notification.calibrationSoon')
  return { ...notice(delivery, said, equipmentPath(code), telling, event), data }
}

type LocalizedName<Name extends string> = Record<`${Name}Name` | `${Name}NameEn`, string>
const nameOf = <Name extends string>(locale: Locale, row: LocalizedName<Name>, name: Name) =>
  localizedName(locale, { name: row[`${name}Name`], nameEn: row[`${name}NameEn`] })

/** `NG record: 20261127-0012 · Coating · Final inspection · NG`, with its time and link. */
function notice(
  { event, createdAt, tz }: DeliveryRow,
  parts: readonly string[],
  path: string,
  { locale, publicUrl }: Telling,
  title = text(locale, `notification.event.${event}`),
) {
  const line = text(locale, 'notification.line', { event: title, about: parts.join(' · ') })
  const link = publicUrl && publicUrl + path
  return { event, at: createdAt, time: lineTime(createdAt, tz), text: line.replace(/\s+/g, ' '), link }
}
