import { and, eq, inArray, sql } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import type { TemplateItem } from '#shared/qc/template/schema'
import { rowsInChunks } from '../../platform/chunks/chunk'
import { Refusal } from '../../platform/http/refusal'
import { named } from '../../platform/message/index'
import { usernameKey } from '../../platform/security/username'
import type { Dialect, Reader } from '../../platform/store'
import { boundItems } from '../template/items'

/** The texts with which a row of a sheet or a reading of an instrument refers to things. */
export type NamedReferences = { template?: string; lot?: string; equipment?: string; operator?: string }
export type References = Awaited<ReturnType<typeof readReferences>>
/** A published template with its items. */
export type ReferredTemplate = References['templates'] extends Map<string, (infer Template)[]> ? Template : never

/** Codes match in any letter case. */
export const foldedCode = (code: string) => code.trim().toLowerCase()

/** Reads the templates, lots, equipment and users that rows refer to, once for all rows. */
export async function readReferences(store: Dialect, db: Reader, rows: readonly NamedReferences[]) {
  const { products, templates, templateVersions, lots, equipment, users } = store.t
  const keysOf = (field: keyof NamedReferences, keyOf: (text: string) => string) =>
    rows.flatMap((row) => (row[field] ? keyOf(row[field]) : []))
  const isPublished = and(
    eq(templateVersions.templateId, templates.templateId),
    eq(templateVersions.status, 'published'),
  )
  const published = await rowsInChunks(keysOf('template', foldedCode), (chunk) =>
    db
      .select({
        templateId: templates.templateId,
        code: templates.code,
        status: templates.status,
        productId: templates.productId,
        product: products.code,
        tz: products.tz,
        versionId: templateVersions.versionId,
      })
      .from(templates)
      .innerJoin(products, eq(products.productId, templates.productId))
      .innerJoin(templateVersions, isPublished)
      .where(inArray(sql`lower(${templates.code})`, chunk)),
  )
  const versionIds = published.map(({ versionId }) => versionId)
  const items = await boundItems(store, db, versionIds)
  const withItems = published.map((template) => ({ ...template, items: items.get(template.versionId) ?? [] }))
  const lotRows = await rowsInChunks(
    keysOf('lot', (lotNo) => lotNo),
    (chunk) => db.select().from(lots).where(inArray(lots.lotNo, chunk)),
  )
  const isOneOf = (chunk: string[]) => inArray(sql`lower(${equipment.code})`, chunk)
  const machines = await rowsInChunks(keysOf('equipment', foldedCode), (chunk) =>
    db.select().from(equipment).where(isOneOf(chunk)),
  )
  const people = await rowsInChunks(keysOf('operator', usernameKey), (chunk) =>
    db.select().from(users).where(inArray(users.usernameKey, chunk)),
  )
  return {
    templates: Map.groupBy(withItems, ({ code }) => foldedCode(code)),
    lots: Map.groupBy(lotRows, ({ lotNo }) => lotNo),
    equipment: new Map(machines.map((machine) => [foldedCode(machine.code), machine])),
    people: new Map(people.map((person) => [person.usernameKey, person])),
  }
}

/** The template of a code. @throws Refusal at `template` or `product`: unknown, retired, or of several product lines */
export function findTemplate({ templates }: References, code: string, product: string | undefined): ReferredTemplate {
  const matches = (templates.get(foldedCode(code)) ?? []).filter(
    (template) => !product || foldedCode(template.product) === foldedCode(product),
  )
  const [first, second] = matches
  if (!first) throw new Refusal(codes.badRequest, 'qcRecord.templateUnknown').at('template')
  if (second) throw new Refusal(codes.badRequest, 'qcRecord.sheet.severalTemplates').at('product')
  if (first.status !== 'retired') return first
  throw new Refusal(codes.conflict, 'qcRecord.templateRetired', { code: first.code }).at('template')
}

/** The id of the lot of a number; null without one. @throws Refusal at `lot` */
export function findLot({ lots }: References, { productId }: ReferredTemplate, lotNo: string | undefined) {
  if (!lotNo) return null
  const lot = lots.get(lotNo)?.find((row) => row.productId === productId)
  if (!lot) throw new Refusal(codes.badRequest, 'qcRecord.lotUnknown').at('lot')
  if (lot.status === 'closed') throw new Refusal(codes.conflict, 'qcRecord.lotClosed', { lotNo }).at('lot')
  return lot.lotId
}

/** The id of the equipment of a code; null without one. @throws Refusal at `equipment` */
export function findEquipment({ equipment }: References, { productId }: ReferredTemplate, code: string | undefined) {
  if (!code) return null
  const row = equipment.get(foldedCode(code))
  if (!row) throw new Refusal(codes.badRequest, 'qcRecord.equipmentUnknown').at('equipment')
  if ((row.productId ?? productId) !== productId) {
    throw new Refusal(codes.badRequest, 'qcRecord.equipmentOther').at('equipment')
  }
  if (row.status !== statuses.on) throw new Refusal(codes.conflict, 'qcRecord.equipmentOff', named(row)).at('equipment')
  return row.equipmentId
}

type Items = readonly TemplateItem[]
type ItemIndex = { byCode: ReadonlyMap<string, TemplateItem>; byFoldedCode: ReadonlyMap<string, Items> }
const indexes = new WeakMap<Items, ItemIndex>()

function indexOf(items: Items): ItemIndex {
  return indexes.getOrInsertComputed(items, () => ({
    byCode: new Map(items.map((item) => [item.code, item])),
    byFoldedCode: Map.groupBy(items, ({ code }) => foldedCode(code)),
  }))
}

/**
 * The item with a code, in any letter case if only one item matches then. Templates published before codes had to
 * differ in more than letter case may have several.
 */
export function findItem(items: Items, code: string): TemplateItem {
  const { byCode, byFoldedCode } = indexOf(items)
  const exact = byCode.get(code.trim())
  if (exact) return exact
  const [item, ...others] = byFoldedCode.get(foldedCode(code)) ?? []
  if (!item) throw new Refusal(codes.badRequest, 'qcRecord.itemUnknown')
  if (others.length === 0) return item
  const list = [item, ...others].map((match) => match.code).join(', ')
  throw new Refusal(codes.badRequest, 'qcRecord.itemInCases', { codes: list })
}

/** Runs `work`. A refusal of it gets the field. */
export function refusedAt<Result>(field: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof Refusal ? error.at(field) : error
  }
}
