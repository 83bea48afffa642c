import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { ParetoQuery, YieldQuery } from '#shared/qc/analysis/schema'
import type { Store } from '../../platform/store'
import { scopeOf, type Scope } from '../../access/department/data-scope'
import type { RecordFilter } from './weeks'
import { characteristicOf } from '../template/characteristic'
import { productIdOf } from '../product/list'
import { refuseBackwards } from './selection'
import { wasSubmitted } from '../record/retest-chain'
import type { Operator } from '../../access/session/queries'

type PlantQuery = YieldQuery | Omit<ParetoQuery, 'kind'>

/**
 * The condition for submitted records that are not voided, by filter and scope. Its times are the bounds of the query
 * only.
 */
export async function submittedRecords(store: Store, query: PlantQuery, operator: Operator): Promise<RecordFilter> {
  const scope = await scopeOf(store, operator)
  const { valueBases } = store.t
  const { product, itemKey, from, to, equipmentId, shiftId, operatorId, lotId, status, versionNo } = query
  refuseBackwards(query)
  const templateId =
    query.templateId ??
    (itemKey === undefined ? undefined : ((await characteristicOf(store, itemKey))?.item.templateId ?? 0))
  const productId = product === undefined ? undefined : ((await productIdOf(store, product)) ?? 0)
  const oneOf = (column: Parameters<typeof inArray>[0], wanted: (number | string)[] | undefined) =>
    wanted && inArray(column, wanted)
  const where = and(
    wasSubmitted(store),
    productId === undefined ? undefined : eq(valueBases.productId, productId),
    templateId === undefined ? undefined : eq(valueBases.templateId, templateId),
    oneOf(valueBases.equipmentId, equipmentId),
    oneOf(valueBases.shiftId, shiftId),
    oneOf(valueBases.operatorId, operatorId),
    oneOf(valueBases.lotId, lotId),
    oneOf(valueBases.status, status),
    versionNo && inArray(valueBases.versionId, versionsOf(store, versionNo)),
    scope && scopeCondition(store, scope),
  )
  const ids = { productId, templateId, equipmentId, shiftId, operatorId, lotId }
  const name = JSON.stringify({ ...ids, from, to, status, versionNo, scope })
  return { name, where, templateId, from, to }
}

const versionsOf = ({ db, t: { templateVersions } }: Store, numbers: number[]) =>
  db
    .select({ versionId: templateVersions.versionId })
    .from(templateVersions)
    .where(inArray(templateVersions.versionNo, numbers))

/** The condition that records are in a data scope. */
export const scopeCondition = (store: Store, scope: Scope): SQL => {
  const { deptId, operatorId } = store.t.valueBases
  const bound = sql`${JSON.stringify(scope)}`
  return sql`(${store.among(deptId, bound, 'deptIds')} or ${store.among(operatorId, bound, 'userIds')})`
}
