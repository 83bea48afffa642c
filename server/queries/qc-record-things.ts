import { and, eq, inArray, sql } from 'drizzle-orm'
import type { RecordSheetRow } from '#shared/schemas/qc-record'
import type { TemplateItem } from '#shared/schemas/qc-template'
import { usernameKey } from '../security/username'
import type { Reader, Store } from '../store'
import { portions } from './portions'
import { boundItems } from './qc-record-version'

/** What rows of a sheet name, read once for all of them. Codes are looked up in small letters. */
export type Things = Awaited<ReturnType<typeof readThings>>
type Named = Partial<Pick<RecordSheetRow, 'template' | 'lot' | 'equipment' | 'operator'>>

export const plain = (code: string) => code.trim().toLowerCase()

export async function readThings(store: Store, db: Reader, rows: readonly Named[]) {
  const { products, templates, templateVersions, lots, equipment, users } = store.t
  const all = (field: keyof Named, form: (text: string) => string) => [
    ...new Set(rows.flatMap((row) => (row[field] ? form(row[field]) : []))),
  ]
  const published = []
  for (const some of portions(all('template', plain))) {
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
      .where(inArray(sql`lower(${templates.code})`, some))
    published.push(...rows)
  }
  const items = await boundItems(
    store,
    db,
    published.map(({ versionId }) => versionId),
  )
  const foundLots = []
  for (const some of portions(all('lot', (lotNo) => lotNo))) {
    foundLots.push(...(await db.select().from(lots).where(inArray(lots.lotNo, some))))
  }
  const machines = []
  for (const some of portions(all('equipment', plain))) {
    machines.push(
      ...(await db
        .select()
        .from(equipment)
        .where(inArray(sql`lower(${equipment.code})`, some))),
    )
  }
  const people = []
  for (const some of portions(all('operator', usernameKey))) {
    people.push(...(await db.select().from(users).where(inArray(users.usernameKey, some))))
  }
  return {
    templates: Map.groupBy(
      published.map((template) => ({ ...template, items: itemsByCode(items.get(template.versionId) ?? []) })),
      ({ code }) => plain(code),
    ),
    lots: Map.groupBy(foundLots, ({ lotNo }) => lotNo),
    equipment: new Map(machines.map((machine) => [plain(machine.code), machine])),
    people: new Map(people.map((person) => [person.usernameKey, person])),
  }
}

const itemsByCode = (items: readonly TemplateItem[]) => new Map(items.map((item) => [plain(item.code), item]))
