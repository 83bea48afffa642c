import { eq } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import { isAllowed, type PermissionTag } from '#shared/permissions'
import { localizedName } from '#shared/qc/localized-name'
import { subjectOf, type Subject } from '#shared/qc/notification/events'
import { equipmentPath, recordPath, signalsPath } from '#shared/qc/paths'
import { isInScope, scopeIn, type Scope } from '../../access/department/data-scope'
import { accessOf } from '../../access/session/access'
import { getUser } from '../../access/user/queries'
import { dayText } from '../../platform/list/day'
import { oneRow } from '../../platform/list/statement'
import type { Store } from '../../platform/store'
import { namesOfItems } from '../template/items'
import type { Notice } from './channels/message'
import type { RuleRow } from './dispatch'
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

type Told = Notice | 'gone' | 'noRight'
type Telling = { locale: Locale; publicUrl: string | undefined }

/** The notice of an event for a recipient, from the present data. */
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
      recordNo: valueBases.recordNo,
      status: valueBases.status,
      judgement: valueBases.judgement,
      deptId: valueBases.deptId,
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

async function ofRecord(
  store: Store,
  { event, entityId, createdAt }: DeliveryRow,
  recipient: Recipient,
  telling: Telling,
) {
  const record = await recordById(store, { id: entityId })
  if (!record) return 'gone'
  if (!isInScope(recipient.scope, record)) return 'noRight'
  const { locale } = telling
  const { recordNo, product, judgement, status } = record
  const parts = [recordNo, nameOf(locale, record, 'product'), nameOf(locale, record, 'template')]
  const data = { recordId: entityId, recordNo, product, judgement, status }
  return {
    event,
    at: createdAt,
    ...said(event, [...parts, text(locale, `qc.judgement.${judgement}`)], recordPath(entityId), telling),
    data,
  }
}

const signalById = oneRow(({ db, t: { signals, valueBases, products }, bind }) =>
  db
    .select({
      itemKey: signals.itemKey,
      rule: signals.rule,
      state: signals.state,
      recordId: valueBases.qcValueBaseId,
      recordNo: valueBases.recordNo,
      deptId: valueBases.deptId,
      createBy: valueBases.operatorId,
      product: products.code,
      productName: products.name,
      productNameEn: products.nameEn,
    })
    .from(signals)
    .innerJoin(valueBases, eq(valueBases.qcValueBaseId, signals.qcValueBaseId))
    .innerJoin(products, eq(products.productId, signals.productId))
    .where(eq(signals.signalId, bind('id'))),
)

async function ofSignal(
  store: Store,
  { event, entityId, createdAt }: DeliveryRow,
  recipient: Recipient,
  telling: Telling,
) {
  const signal = await signalById(store, { id: entityId })
  if (!signal) return 'gone'
  if (!isInScope(recipient.scope, signal)) return 'noRight'
  const { locale } = telling
  const { itemKey, rule, state, recordId, recordNo, product } = signal
  const item = (await namesOfItems(store, [itemKey])).get(itemKey)
  const parts = [item ? localizedName(locale, item) : itemKey, nameOf(locale, signal, 'product'), recordNo]
  const data = { signalId: entityId, rule, state, recordId, recordNo, product }
  return { event, at: createdAt, ...said(event, parts, signalsPath({ itemKey }), telling), data }
}

const equipmentById = oneRow(({ db, t: { equipment }, bind }) =>
  db
    .select({
      code: equipment.code,
      name: equipment.name,
      nameEn: equipment.nameEn,
      status: equipment.status,
      calibrationDue: equipment.calibrationDue,
    })
    .from(equipment)
    .where(eq(equipment.equipmentId, bind('id'))),
)

async function ofEquipment(store: Store, { event, entityId, createdAt }: DeliveryRow, telling: Telling) {
  const found = await equipmentById(store, { id: entityId })
  if (!found || found.calibrationDue === null || found.status !== statuses.on) return 'gone'
  const { code } = found
  const due = dayText(found.calibrationDue)
  const parts = [`${code} ${localizedName(telling.locale, found)}`, due ?? '']
  const data = { equipmentId: entityId, equipment: code, calibrationDue: due }
  return { event, at: createdAt, ...said(event, parts, equipmentPath(code), telling), data }
}

type LocalizedName<Name extends string> = Record<`${Name}Name` | `${Name}NameEn`, string>
const nameOf = <Name extends string>(locale: Locale, row: LocalizedName<Name>, name: Name) =>
  localizedName(locale, { name: row[`${name}Name`], nameEn: row[`${name}NameEn`] })

/** `NG record: 20261127-0012 · Coating · Final inspection · NG`, and its link. */
function said(event: DeliveryRow['event'], parts: readonly string[], path: string, { locale, publicUrl }: Telling) {
  const line = text(locale, 'notification.line', {
    event: text(locale, `notification.event.${event}`),
    about: parts.join(' · '),
  })
  return { text: line.replace(/\s+/g, ' '), link: publicUrl && publicUrl + path }
}
