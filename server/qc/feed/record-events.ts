import type { RecordEvent } from '#shared/qc/wall'
import { statementIn } from '../../platform/list/statement'
import type { Dialect, Reader } from '../../platform/store'
import type { ValueBase } from '../record/content'
import type { FeedEvent } from './queries'

type Told = Pick<
  ValueBase,
  'qcValueBaseId' | 'recordNo' | 'templateId' | 'status' | 'judgement' | 'productId' | 'deptId' | 'operatorId'
>

const codes = statementIn(({ t: { products } }, db) =>
  db.select({ productId: products.productId, code: products.code }).from(products),
)

/** The live events of records. @param cause the only change, where it is not in the record itself */
export async function recordEvents(
  store: Dialect,
  db: Reader,
  records: readonly Told[],
  cause: Pick<RecordEvent, 'commentId' | 'isAssigned'> = {},
): Promise<FeedEvent[]> {
  const productCodes = new Map((await codes(store, db)).map(({ productId, code }) => [productId, code]))
  return records.map(
    ({ qcValueBaseId, recordNo, templateId, status, judgement, productId, deptId, operatorId }): FeedEvent => {
      const product = productCodes.get(productId)!
      const payload = { qcValueBaseId, recordNo, templateId, status, judgement, product, ...cause }
      return { type: 'record', productId, deptId, operatorId, payload }
    },
  )
}
