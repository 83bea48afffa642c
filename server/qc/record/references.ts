import { and, eq, inArray, sql } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import type { RecordSheetRow } from '#shared/qc/record/schema'
import type { TemplateItem } from '#shared/qc/template/schema'
import { Refusal } from '../../platform/http/refusal'
import { usernameKey } from '../../platform/security/username'
import type { Dialect, Reader } from '../../platform/store'
import { chunks } from '../../platform/chunks/chunk'
import { boundItems } from './version'

/** What rows of a sheet name, read once for all of them. Codes are found in any letter case. */
export type Things = Awaited<ReturnType<typeof readThings>>
type Named = Partial<Pick<RecordSheetRow, 'template' | 'lot' | 'equipment' | 'operator'>>

export const plain = (code: string) => code.trim().toLowerCase()

export async function readThings(store: Dialect, db: Reader, rows: readonly Named[]) {
  const { products, templates, templateVersions, lots, equipment, users } = store.t
  const all = (field: keyof Named, form: (text: string) => string) => [
    ...new Set(rows.flatMap((row) => (row[field] ? form(row[field]) : []))),
  ]
  const published = []
  for (const chunk of chunks(all('template', plain))) {
    const rows = await db
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
      .innerJoin(
        templateVersions,
        and(eq(templateVersions.templateId, templates.templateId), eq(templateVersions.status, 'published')),
      )
      .where(inArray(sql`lower(${templates.code})`, chunk))
    published.push(...rows)
  }
  const items = await boundItems(
    store,
    db,
    published.map(({ versionId }) => versionId),
  )
  const foundLots = []
  for (const some of chunks(all('lot', (lotNo) => lotNo))) {
    foundLots.push(...(await db.select().from(lots).where(inArray(lots.lotNo, some))))
  }
  const machines = []
  for (const some of chunks(all('equipment', plain))) {
    machines.push(
      ...(await db
        .select()
        .from(equipment)
        .where(inArray(sql`lower(${equipment.code})`, some))),
    )
  }
  const people = []
  for (const some of chunks(all('operator', usernameKey))) {
    people.push(...(await db.select().from(users).where(inArray(users.usernameKey, some))))
  }
  return {
    templates: Map.groupBy(
      published.map((template) => ({ ...template, items: items.get(template.versionId) ?? [] })),
      ({ code }) => plain(code),
    ),
    lots: Map.groupBy(foundLots, ({ lotNo }) => lotNo),
    equipment: new Map(machines.map((machine) => [plain(machine.code), machine])),
    people: new Map(people.map((person) => [person.usernameKey, person])),
  }
}

type Items = readonly TemplateItem[]
type ItemIndex = { byCode: ReadonlyMap<string, TemplateItem>; inAnyCase: ReadonlyMap<string, Items> }
const indexes = new WeakMap<Items, ItemIndex>()

function indexOf(items: Items): ItemIndex {
  return indexes.getOrInsertComputed(items, () => ({
    byCode: new Map(items.map((item) => [item.code, item])),
    inAnyCase: Map.groupBy(items, ({ code }) => plain(code)),
  }))
}

/**
 * The item with a code, in any letter case if only one item has it then. Templates that were published before their
 * codes had to differ in more than the letter case may have several.
 */
export function itemCalled(items: Items, code: string): TemplateItem {
  const { byCode, inAnyCase } = indexOf(items)
  const exact = byCode.get(code.trim())
  if (exact) return exact
  const [item, ...others] = inAnyCase.get(plain(code)) ?? []
  if (!item) throw new Refusal(codes.badRequest, 'qcRecord.itemUnknown')
  if (others.length === 0) return item
  const list = [item, ...others].map((one) => one.code).join(', ')
  throw new Refusal(codes.badRequest, 'qcRecord.itemInCases', { codes: list })
}
