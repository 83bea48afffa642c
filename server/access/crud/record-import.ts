import { getTableColumns, inArray, sql } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { z } from 'zod'
import type { Field, Resource } from '#shared/resource'
import { chunks } from '../../platform/chunks/chunk'
import type { Refusal } from '../../platform/http/refusal'
import { eachRow, inOrder, refuseSame, type SheetRow } from '../../platform/sheets/rows'
import { statusWords, type SheetField, type Words } from '../../platform/sheets/words'
import type { Dialect, Reader, Writer } from '../../platform/store'
import type { RequestContext } from '../operation-log/write'
import type { SheetImport } from './import'
import { keyColumn, type TableName } from './record-reader'

/** A field whose text is unique among records, in any letter case. */
export type Unique<Field extends string> = { field: Field; refusal: (value: string) => Refusal }

type Fields = Record<string, unknown>

type Rules<Name extends TableName, Field extends string> = {
  table: Name
  unique: Unique<Field>
  /** A value for each field shown in the template's row. */
  examples: Partial<Record<Field, string>>
}

/**
 * Imports sheets of a resource: each row is a new record. The columns are the fields of the input, in its order, with
 * the labels of the declaration. A row is faulty if its unique field is taken, or occurs twice in the sheet. Resources
 * with other rules have their own `plan`.
 */
export function recordImport<Name extends TableName, Shape extends z.ZodRawShape>(
  resource: Resource,
  { input }: { input: z.ZodObject<Shape> },
  { table: name, unique, examples }: Rules<Name, keyof Shape & string>,
): SheetImport<z.ZodObject<Shape>> {
  type Input = z.output<z.ZodObject<Shape>>
  const { field } = unique
  const keyOf = (fields: object) => (fields as Fields)[field] as string | undefined // the unique field is text

  async function plan(
    { t }: Dialect,
    db: Reader,
    rows: SheetRow<Input>[],
    { operator, now }: RequestContext,
    unsound: SheetRow<Partial<Input>>[],
  ) {
    const table: SQLiteTable = t[name]
    const columns: Record<string, AnySQLiteColumn> = getTableColumns(table)
    const column = columns[field]!
    const all = inOrder<Partial<Input>>(rows, unsound)
    const taken = new Set<string>()
    for (const chunk of chunks(all)) {
      const keys = chunk.flatMap(({ value }) => keyOf(value)?.toLowerCase() ?? [])
      const key = sql<string>`lower(${column})`
      for (const row of await db.select({ key }).from(table).where(inArray(key, keys))) taken.add(row.key)
    }
    /** The rows of this sheet, by their keys. */
    const rowOf = new Map<string, number>()
    const faults = await eachRow(all, async ({ row, value }) => {
      const key = keyOf(value)
      if (key === undefined) return
      if (taken.has(key.toLowerCase())) throw unique.refusal(key).at(field)
      refuseSame(rowOf.get(key.toLowerCase()), field)
      rowOf.set(key.toLowerCase(), row)
    })
    async function save(writer: Writer): Promise<number[]> {
      const createBy = 'createBy' in columns && { createBy: operator.userId }
      const values: Fields[] = rows.map(({ value }) => ({ ...value, ...createBy, createdAt: now, updatedAt: now }))
      const ids = new Map<string, number>()
      for (const chunk of chunks(values)) {
        const saved = await writer
          .insert(table)
          .values(chunk)
          .returning({ id: keyColumn(table), key: column })
        for (const { id, key } of saved) ids.set(String(key), Number(id))
      }
      return values.map((value) => ids.get(keyOf(value)!)!)
    }
    return { faults, save }
  }

  return {
    columns: Object.keys(input.shape).map((name) => columnOf(name, resource.fields[name], examples[name])),
    schema: input,
    nameOf: (value) => String((value as Fields)[resource.label]),
    plan,
  }
}

function columnOf(name: string, field: Field | undefined, example: string | undefined): SheetField {
  if (!field) throw new Error(`The declaration has no label for ${name}.`)
  const words: Words | undefined =
    field.as === 'status' ? statusWords : typeof field.as === 'object' ? field.as : undefined
  return { field: name, title: field.text, ...(words && { words }), ...(example !== undefined && { example }) }
}
