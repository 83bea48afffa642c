import { eq, getTableColumns, isNull, lt, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core' // the same proxy in both dialects
import { statuses } from '#shared/constants'
import type { Group, Page } from '#shared/list/page'
import type { Equipment, EquipmentOption, EquipmentOptionQuery, EquipmentQuery } from '#shared/qc/equipment'
import type { Store } from '../../platform/store'
import { dayAt, dayText } from '../../platform/list/day'
import { equipment as declaration } from '#shared/qc/equipment-resource'
import { declaredList } from '../../platform/list/declared'
import { equals, listing, type Filter, type Unpaged } from '../../platform/list/listing'
import { ofProduct } from '../product/list'
import { oneRow } from '../../platform/list/statement'
import { stampsOf, statusNumber } from '../../platform/list/wire'

function selected({ db, t: { equipment, products } }: Store) {
  const parent = alias(equipment, 'parent')
  return db
    .select({
      ...getTableColumns(equipment),
      product: products.code,
      productName: products.name,
      productNameEn: products.nameEn,
      parentCode: parent.code,
      parentName: parent.name,
      parentNameEn: parent.nameEn,
    })
    .from(equipment)
    .leftJoin(products, eq(products.productId, equipment.productId))
    .leftJoin(parent, eq(parent.equipmentId, equipment.parentId))
}

/** For choosing: by the code or the id of a product line. Equipment of all lines is included. */
type ScopedQuery = Omit<EquipmentQuery, 'overdue'> & {
  /** With the calibration due before that day. */
  dueBefore?: number | undefined
  servesProduct?: string | undefined
  servesProductId?: number | undefined
  shared?: '1' | undefined
}

/** Equipment belongs to the plant, not to a department, so the data scope does not apply. */
const page = listing<ScopedQuery>()((store) => {
  const { equipment } = store.t
  const { filters, orders, groups } = declaredList(declaration, equipment, store)
  const orAll = ({ where, bind }: Filter): Filter => ({
    where: (...given) => or(isNull(equipment.productId), where(...given))!, // of two conditions
    bind,
  })
  return {
    rows: () => selected(store).$dynamic(),
    counted: equipment,
    key: equipment.equipmentId,
    filters: {
      ...filters,
      product: ofProduct(equipment.productId),
      servesProduct: orAll(ofProduct(equipment.productId)),
      servesProductId: orAll(equals(equipment.productId)),
      shared: { where: () => isNull(equipment.productId) },
      dueBefore: { ...equals(equipment.calibrationDue), where: (_, bound) => lt(equipment.calibrationDue, bound) },
    },
    orders,
    groups,
    defaultOrder: [equipment.code, equipment.equipmentId],
  }
})

type Row = Awaited<ReturnType<typeof page>>['list'][number]

const isOverdue = ({ calibrationDue }: Row, now: number) => calibrationDue !== null && calibrationDue < dayAt(now)

const equipmentOf = ({ createBy: _createBy, ...row }: Row, now: number): Equipment => ({
  ...row,
  calibrationDue: dayText(row.calibrationDue),
  isCalibrationOverdue: isOverdue({ createBy: _createBy, ...row }, now),
  status: statusNumber(row.status),
  ...stampsOf(row),
})

/** @param now Unix milliseconds, the time for `overdue` */
export async function listEquipment(
  store: Store,
  { overdue, ...query }: EquipmentQuery,
  now: number,
): Promise<Page<Equipment>> {
  const found = await page(store, { ...query, dueBefore: overdue && dayAt(now) })
  return { ...found, list: found.list.map((row) => equipmentOf(row, now)) }
}

/** Equipment in use whose calibration is due before a day, the earliest due date first. */
export async function equipmentDueBefore(
  store: Store,
  dueBefore: number,
  pageSize: number,
  now: number,
): Promise<Page<Equipment>> {
  const orders: EquipmentQuery['orders'] = [['calibrationDue', 'asc']]
  const found = await page(store, { dueBefore, status: statuses.on, orders, pageIndex: 1, pageSize })
  return { ...found, list: found.list.map((row) => equipmentOf(row, now)) }
}

export const equipmentGroups = (
  store: Store,
  { overdue, ...query }: Unpaged<EquipmentQuery>,
  by: string,
  now: number,
): Promise<Group[]> => page.groups(store, { ...query, dueBefore: overdue && dayAt(now) }, by)

const byId = oneRow((store) => selected(store).where(eq(store.t.equipment.equipmentId, store.bind('equipmentId'))))

export async function getEquipment(store: Store, equipmentId: number, now: number): Promise<Equipment | undefined> {
  const row = await byId(store, { equipmentId })
  return row && equipmentOf(row, now)
}

const MAX_OPTIONS = 50

const optionOf = (row: Row, now: number): EquipmentOption => ({
  equipmentId: row.equipmentId,
  productId: row.productId,
  code: row.code,
  name: row.name,
  nameEn: row.nameEn,
  kind: row.kind,
  isCalibrationOverdue: isOverdue(row, now),
})

/** The first matching equipment in use, ordered by code. */
export async function equipmentOptions(
  store: Store,
  { equipmentId, product, productId, ...query }: EquipmentOptionQuery,
  now: number,
): Promise<EquipmentOption[]> {
  if (equipmentId !== undefined) {
    const row = await byId(store, { equipmentId })
    return row ? [optionOf(row, now)] : []
  }
  const { list } = await page(store, {
    ...query,
    servesProduct: product,
    servesProductId: productId,
    status: statuses.on,
    pageIndex: 1,
    pageSize: MAX_OPTIONS,
    orders: [],
  })
  return list.map((row) => optionOf(row, now))
}
