import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import type { Page } from '#shared/list/page'
import { RuleChange, RuleInput, type Rule, type RuleOptions, type RuleQuery } from '#shared/qc/notification/schema'
import { hasSeverity, receiversOf } from '#shared/qc/notification/events'
import { notificationRule as resource } from '#shared/qc/notification/notification-rule-resource'
import { recordWriter } from '../../access/crud/record-writer'
import { isInScope, scopeIn, scopeOf } from '../../access/department/data-scope'
import type { RequestContext } from '../../access/operation-log/write'
import type { Operator } from '../../access/session/queries'
import { nameOfUser } from '../../access/user/name'
import { seesBeyondOwn } from '../../access/user/rights'
import type { WebhookSettings } from '../../env'
import { Refusal } from '../../platform/http/refusal'
import { declaredList } from '../../platform/list/declared'
import { listing } from '../../platform/list/listing'
import { rowBy } from '../../platform/list/rows-by'
import { literal, oneRow, statement } from '../../platform/list/statement'
import { stampsOf, statusNumber } from '../../platform/list/wire'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { refuseNoProduct } from '../product/list'
import { webhookUrl } from './channels/webhook'

type RuleRow = Tables['notificationRules']['$inferSelect']

const selected = ({ db, t: { notificationRules, products, roles, users } }: Store) =>
  db
    .select({
      ...getTableColumns(notificationRules),
      productName: products.name,
      productNameEn: products.nameEn,
      roleName: roles.roleName,
      roleNameEn: roles.roleNameEn,
      username: users.username,
      nickName: users.nickName,
    })
    .from(notificationRules)
    .leftJoin(products, eq(products.productId, notificationRules.productId))
    .leftJoin(roles, eq(roles.roleId, notificationRules.roleId))
    .leftJoin(users, eq(users.userId, notificationRules.userId))

/** Rules belong to the plant, so the data scope does not apply. Each message is checked for its recipient's rights. */
const page = listing<RuleQuery>()((store) => {
  const { notificationRules } = store.t
  return {
    rows: () => selected(store).$dynamic(),
    counted: notificationRules,
    key: notificationRules.ruleId,
    ...declaredList(resource, notificationRules, store),
    defaultOrder: [notificationRules.ruleName, notificationRules.ruleId],
  }
})

type Row = Awaited<ReturnType<typeof page>>['list'][number]

function ruleOf(row: Row): Rule {
  const { createBy: _by, afterEventId: _after, roleName, roleNameEn, username, nickName, ...rule } = row
  const isRole = row.receiver === 'role'
  const person = username === null ? '' : nameOfUser({ username, nickName })
  return {
    ...rule,
    recipient: isRole ? (roleName ?? '') : row.receiver === 'user' ? person : '',
    recipientEn: isRole ? (roleNameEn ?? '') : '',
    status: statusNumber(row.status),
    ...stampsOf(row),
  }
}

export async function listRules(store: Store, query: RuleQuery): Promise<Page<Rule>> {
  const found = await page(store, query)
  return { ...found, list: found.list.map(ruleOf) }
}

export const ruleGroups = page.groups

const byId = oneRow((store) => selected(store).where(eq(store.t.notificationRules.ruleId, store.bind('ruleId'))))

export async function getRule(store: Store, ruleId: number): Promise<Rule | undefined> {
  const row = await byId(store, { ruleId })
  return row && ruleOf(row)
}

const roleById = rowBy('roles', 'roleId')
const userById = rowBy('users', 'userId')

/**
 * The queries that write rules. A webhook sends everything its person may see to an address chosen by the author. So
 * that person may not have more rights or see more rows than the author.
 */
export function ruleWriter(webhook: WebhookSettings | undefined) {
  return recordWriter(
    resource,
    { input: RuleInput, change: RuleChange },
    {
      table: 'notificationRules',
      answer: (row) => ({ ...row, status: statusNumber(row.status), ...stampsOf(row) }),
      async beforeSave(store, db, next, before) {
        const { productId, receiver, roleId, userId, channel, url, event, quietFrom, quietTo, severity } = next
        if (productId !== null) await refuseNoProduct(store, db, productId)
        if (receiver === 'role' && !(roleId !== null && (await roleById(store, db, roleId)))) throw missing('roleId')
        if (receiver === 'user' && !(userId !== null && (await userById(store, db, userId)))) throw missing('userId')
        if (!receiversOf(event).includes(receiver)) {
          throw unfit(receiver === 'inspector' ? 'noInspector' : 'noAddressee').at('receiver')
        }
        if (severity !== 'any' && !hasSeverity(event)) throw unfit('noSeverity').at('severity')
        if ((quietFrom === '') !== (quietTo === '')) throw missing(quietFrom === '' ? 'quietFrom' : 'quietTo')
        const isQuietChanged = before?.quietFrom !== quietFrom || before.quietTo !== quietTo
        if (isQuietChanged && quietFrom !== '' && quietFrom === quietTo) throw unfit('quietSame').at('quietTo')
        if (channel !== 'webhook') return
        if (receiver !== 'user') throw unfit('webhookPerson').at('receiver')
        if (!webhook || !webhookUrl(webhook, url)) throw unfit('webhookHost').at('url')
      },
      async insert(store, db, input, context) {
        await refusePerson(store, db, input, context)
        const { operator, now } = context
        const stamps = { createBy: operator.userId, createdAt: now, updatedAt: now }
        const afterEventId = await lastEventIn(store, db)
        const [row] = await db
          .insert(store.t.notificationRules)
          .values({ ...input, ...stamps, afterEventId })
          .returning()
        return row!
      },
      async afterUpdate(store, db, { before, after }, context) {
        const fields = ['channel', 'receiver', 'userId', 'url'] as const
        if (fields.some((field) => before[field] !== after[field])) await refusePerson(store, db, after, context)
        if (before.status !== after.status && after.status === statuses.on) await beginAnew(store, db, [after.ruleId])
      },
      async afterRestore(store, db, ids) {
        await refuseDangling(store, db, ids)
        await beginAnew(store, db, ids)
      },
    },
  )
}

/** Refuses to restore a rule that is on and whose role, person or line was deleted meanwhile. */
async function refuseDangling(store: Dialect, db: Reader, ids: readonly number[]) {
  const { notificationRules, products, roles, users } = store.t
  const { productId, roleId, userId, receiver } = notificationRules
  const rules = await db
    .select({ ruleName: notificationRules.ruleName })
    .from(notificationRules)
    .leftJoin(products, eq(products.productId, productId))
    .leftJoin(roles, eq(roles.roleId, roleId))
    .leftJoin(users, eq(users.userId, userId))
    .where(
      and(
        inArray(notificationRules.ruleId, [...ids]),
        eq(notificationRules.status, statuses.on),
        or(
          and(isNotNull(productId), isNull(products.productId)),
          and(eq(receiver, 'role'), isNull(roles.roleId)),
          and(eq(receiver, 'user'), isNull(users.userId)),
        ),
      ),
    )
  if (rules.length === 0) return
  throw new Refusal(codes.conflict, 'trash.dangling', { name: rules.map(({ ruleName }) => ruleName).join(', ') })
}

const missing = (field: string) => new Refusal(codes.badRequest, 'field.required').at(field)
const unfit = (fault: 'noInspector' | 'noAddressee' | 'noSeverity' | 'quietSame' | 'webhookPerson' | 'webhookHost') =>
  new Refusal(codes.badRequest, `notificationRule.${fault}`)

type Pointed = Pick<RuleRow, 'channel' | 'receiver' | 'userId'>

/** Refuses a person outside of the operator's data scope, and for a webhook a person who may see more. */
async function refusePerson(
  store: Dialect,
  db: Writer,
  { channel, receiver, userId }: Pointed,
  { operator }: RequestContext,
) {
  if (receiver !== 'user' || userId === null || userId === operator.userId) return
  const person = await userById(store, db, userId)
  const scope = await scopeIn(store, db, operator)
  if (!person || !isInScope(scope, person)) throw new Refusal(codes.badRequest, 'field.invalid').at('userId')
  if (channel === 'webhook' && (await seesBeyondOwn(store, db, person, { operator, scope }))) {
    throw new Refusal(codes.forbidden, 'notificationRule.mightier').at('userId')
  }
}

async function lastEventIn({ t: { outbox } }: Dialect, db: Reader): Promise<number> {
  const [last] = await db.select({ id: outbox.outboxId }).from(outbox).orderBy(desc(outbox.outboxId)).limit(1)
  return last?.id ?? 0
}

/** A rule that is switched on applies to later events only. */
async function beginAnew(store: Dialect, db: Writer, ids: readonly number[]) {
  const { notificationRules } = store.t
  const afterEventId = await lastEventIn(store, db)
  await db
    .update(notificationRules)
    .set({ afterEventId })
    .where(inArray(notificationRules.ruleId, [...ids]))
}

const roleOptions = statement(({ db, t: { roles } }) =>
  db
    .select({ id: roles.roleId, name: roles.roleName, nameEn: roles.roleNameEn })
    .from(roles)
    .where(eq(roles.status, literal(statuses.on)))
    .orderBy(asc(roles.roleSort), asc(roles.roleId)),
)

const userOptions = statement(({ db, t: { users } }) =>
  db
    .select({
      userId: users.userId,
      username: users.username,
      nickName: users.nickName,
      deptId: users.deptId,
      createBy: users.createBy,
    })
    .from(users)
    .where(eq(users.status, literal(statuses.on)))
    .orderBy(asc(users.username), asc(users.userId)),
)

const ruleNames = statement(({ db, t: { notificationRules } }) =>
  db
    .select({ id: notificationRules.ruleId, name: notificationRules.ruleName })
    .from(notificationRules)
    .orderBy(asc(notificationRules.ruleName), asc(notificationRules.ruleId)),
)

/** Roles, people in the operator's data scope and rules to choose from, by name only. */
export async function ruleOptions(
  store: Store,
  operator: Operator,
): Promise<Pick<RuleOptions, 'roles' | 'users' | 'rules'>> {
  const [users, scope] = await Promise.all([userOptions(store), scopeOf(store, operator)])
  return {
    roles: await roleOptions(store),
    rules: await ruleNames(store),
    users: users
      .filter((user) => isInScope(scope, user))
      .map((user) => ({ id: user.userId, name: nameOfUser(user), nameEn: '' })),
  }
}
