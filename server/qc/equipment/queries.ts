import { inArray } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { EquipmentChange, EquipmentInput } from '#shared/qc/equipment'
import { equipment as resource } from '#shared/qc/equipment-resource'
import { recordWriter } from '../../access/crud/record-writer'
import { chunks } from '../../platform/chunks/chunk'
import { dayOf, dayText } from '../../platform/list/day'
import { stampsOf, statusNumber } from '../../platform/list/wire'
import type { Dialect, Reader, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { appendAudit, authorOf, created, type Author } from '../audit/append'
import { auditRules } from '../audit/writer-rules'
import { productCodes } from '../product/list'
import { refuseMoved, refuseRecoded, refuseUnfit, refuseUsed } from './check'

type Row = Tables['equipment']['$inferSelect']

/**
 * Inserts any number of equipment in few statements, and writes its audit entries. The caller checks that references
 * exist and codes are free.
 * @returns the rows in the order of the inputs
 */
export async function insertEquipment(
  store: Dialect,
  db: Writer,
  inputs: readonly EquipmentInput[],
  author: Author,
): Promise<Row[]> {
  const { equipment } = store.t
  const stamps = { createBy: author.userId, createdAt: author.now, updatedAt: author.now }
  const rowOf = new Map<string, Row>()
  for (const chunk of chunks(inputs)) {
    const values = chunk.map((input) => ({ ...columns(input), ...stamps }))
    for (const row of await db.insert(equipment).values(values).returning()) rowOf.set(row.code, row)
  }
  const rows = inputs.map(({ code }) => rowOf.get(code)!)
  const facts = await factsOf(store, db, rows)
  const entries = rows.map((row) => created('equipment', row.equipmentId, facts(row)))
  await appendAudit(store, db, author, entries)
  return rows
}

/** The input as columns of the table. */
const columns = <Input extends Pick<EquipmentChange, 'calibrationDue'>>({ calibrationDue, ...fields }: Input) => ({
  ...fields,
  ...(calibrationDue !== undefined && { calibrationDue: dayOf(calibrationDue) }),
})

export const equipmentWriter = recordWriter(
  resource,
  { input: EquipmentInput, change: EquipmentChange },
  {
    table: 'equipment',
    answer: (row) => ({
      ...row,
      calibrationDue: dayText(row.calibrationDue),
      status: statusNumber(row.status),
      ...stampsOf(row),
    }),
    columns,
    async beforeSave(store, db, { productId, parentId, code, kind, resolution }, before) {
      const equipmentId = before?.equipmentId
      await refuseUnfit(store, db, { equipmentId, code, kind, productId, parentId, resolution })
      if (before && productId !== before.productId) await refuseMoved(store, db, before, productId)
      if (before && code !== before.code) await refuseRecoded(store, db, before)
    },
    async insert(store, db, input, context) {
      const [row] = await insertEquipment(store, db, [input], await authorOf(store, db, context))
      return row!
    },
    beforeRemove: refuseUsed,
    ...auditRules<Row>('equipment', ({ equipmentId }) => equipmentId, factsOf),
  },
)

/** The audited fields of equipment, with the codes of its product line and parent. */
async function factsOf(store: Dialect, db: Reader, rows: readonly Row[]) {
  const { equipment } = store.t
  const parents = new Map<number, string>()
  for (const chunk of chunks([...new Set(rows.flatMap(({ parentId }) => parentId ?? []))])) {
    const found = await db
      .select({ id: equipment.equipmentId, code: equipment.code })
      .from(equipment)
      .where(inArray(equipment.equipmentId, chunk))
    for (const { id, code } of found) parents.set(id, code)
  }
  const products = await productCodes(store, db)
  return (row: Row) => ({
    product: row.productId === null ? null : products.get(row.productId),
    parent: row.parentId === null ? null : parents.get(row.parentId),
    code: row.code,
    name: row.name,
    nameEn: row.nameEn,
    kind: row.kind,
    resolution: row.resolution,
    calibrationDue: dayText(row.calibrationDue),
    status: row.status === statuses.on ? 'on' : 'off',
    remark: row.remark,
  })
}
