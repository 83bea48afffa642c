import { nameSchemas, z } from '../zod'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, statuses } from '../constants'

const MAX_ID = 2_147_483_647

const IdNumber = z.int().positive().max(MAX_ID)

/**
 * A positive whole number as a number or as digits. It fits a 32-bit integer, the narrower of the two databases.
 *
 * `canonical`, here and elsewhere, is the only form in the API document. Other forms are accepted because clients send
 * them.
 */
export const Id = IdNumber.or(
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .pipe(z.int().max(MAX_ID)),
).meta({ canonical: IdNumber })

/** An id, or 0 for none. */
export const IdOrZero = Id.or(z.literal([0, '0']).transform(() => 0)).meta({ canonical: z.int().min(0).max(MAX_ID) })

/** The version of a record before a change, as a number or as digits. */
export const LockVersion = z
  .int()
  .nonnegative()
  .or(
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  )
  .meta({ canonical: z.int().nonnegative() })

/** A repeatable filter of a list, such as `equipmentId=3&equipmentId=4`: it finds rows that match one of the values. */
export const several = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(100)

export const IdParam = z.object({ id: Id })

export const IdsBody = z.object({ ids: z.array(Id).min(1).max(500) })
export type IdsBody = z.infer<typeof IdsBody>

/**
 * Names and remarks may not contain control characters, lone surrogates and invisible characters. With these, one name
 * could look like another, or reverse the text beside it. Line breaks and tabs are allowed.
 */
const isPrintable = (text: string) =>
  text.isWellFormed() &&
  !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.test(text) &&
  (!hidden.test(text) || !hidden.test(text.replace(inEmoji, '')))

/** Format characters, and the fillers of Hangul, which count as letters. */
const hidden = /[\p{Cf}\u034f\u115f\u1160\u3164\uffa0]/u

/** Joiners of emojis, and the tags of flags. */
const inEmoji =
  /(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})|(?<=\u{1f3f4})[\u{e0020}-\u{e007e}]{1,6}\u{e007f}/gu

/** True if a text has a visible character. */
const isVisible = (text: string) => /[^\p{Cf}\p{Cc}\p{Z}\u034f\u115f\u1160\u2800\u3164\uffa0]/u.test(text)

/** Text of at most `max` characters, trimmed. */
export const line = (max: number) => z.string().trim().max(max).refine(isPrintable, 'field.unprintable')

/** A `line` that must not look empty. */
export const name = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .min(1)
    .refine(isVisible, 'field.required')
    .refine((text) => !isVisible(text) || isPrintable(text), 'field.unprintable')

/** A text that usually consists of digits: clients may send it as a number. */
export const orNumber = <Text extends z.ZodType<string, string>>(text: Text) =>
  text.or(z.number().transform(String).pipe(text)).meta({ canonical: text })

/** A text; empty if a client leaves it out or sends null. */
export const orEmpty = <Text extends z.ZodType<string, string | number>>(text: Text) =>
  text
    .nullish()
    .transform((value) => value ?? '')
    .meta({ canonical: text })

/** An optional `line`. */
export const optionalLine = (max: number) => orEmpty(line(max))

const MAX_SORT = 9999
/** A position among others, as a number or digits. A cleared field arrives as null or blank: the first position. */
export const sortNumber = z
  .union([z.number(), z.string(), z.null()])
  .transform(Number)
  .pipe(z.int().min(0).max(MAX_SORT))
  .meta({ canonical: z.int().min(0).max(MAX_SORT) })
  .default(0)

/** On or off, as text or as a number. */
export const StatusInput = z
  .enum(statuses)
  .or(z.literal([1, 2]).transform((status) => (status === 2 ? statuses.on : statuses.off)))
  .meta({ canonical: z.enum(statuses) })

/** Filter by reader: this product and the plant's own programs, or only other clients of the API family. */
export const ReadBy = z.enum(['own', 'other', 'all'])

/** An instant on the wire: ISO 8601 in UTC. */
export const Instant = z.iso.datetime()

/**
 * The state before a change. With it, a change is refused if it would undo another user's change. Clients of the API
 * family send the time back as they received it; other texts are ignored.
 */
export const Seen = z.object({
  updatedAt: z.iso
    .datetime({ precision: 3 })
    .optional()
    .catch(undefined)
    .describe('The version that the change was made from, as it was read. A stale one is refused with 409'),
  seen: z
    .record(z.string(), z.unknown())
    .nullish()
    .describe('The values that the change was made from, by field, as they were read'),
})
export type Seen = z.infer<typeof Seen>

/**
 * The state before a new order of a tree. The change is refused with 409 if another user moved one of these entries.
 */
export const SeenOrder = z
  .object({
    order: z.array(Id).max(5000).describe('The ids that stood there before, in their order'),
    parentId: IdOrZero.describe('Where those stood that come from elsewhere'),
  })
  .nullish()
export type SeenOrder = z.infer<typeof SeenOrder>

/** The answer to a change that conflicts with another user's change. */
export const ChangedMeanwhile = z.object({
  /** The present version. */
  updatedAt: Instant.optional(),
  /** The present values of the conflicting fields that the caller may read. */
  now: z.record(z.string(), z.unknown()),
  /** Name of the other user, if known. */
  by: z.string().optional(),
})
export type ChangedMeanwhile = z.infer<typeof ChangedMeanwhile>

type WithoutDefault<Field> = Field extends z.ZodDefault<infer Inner> ? Inner : Field
type Fields = Record<string, z.ZodType>
type Change<Shape extends Fields> = z.ZodObject<
  {
    [Name in keyof Shape]: WithoutDefault<Shape[Name]> extends infer Field extends z.ZodType
      ? z.ZodOptional<Field>
      : never
  } & typeof Seen.shape
>

/** The fields of a change. A field that is left out stays. */
export function changeOf<Shape extends Fields>(input: z.ZodObject<Shape>) {
  const fields = Object.entries<z.ZodType>(input.shape).map(([name, field]) => {
    const inner = field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field
    return [name, inner.optional()]
  })
  return z.object({ ...Object.fromEntries(fields), ...Seen.shape }) as Change<Shape> // fields are made one by one
}

/**
 * The query of a list: paging, the list's own `filters`, and its sort fields. `plainQuery` reads it from an address
 * and collects `<field>Order=asc|desc` in `orders`. Unknown fields and directions are ignored.
 */
export function listQuery<Filters extends z.ZodRawShape, const Field extends string>(
  filters: Filters,
  sortable: readonly Field[],
) {
  const isSortable = (order: unknown): order is [Field, 'asc' | 'desc'] =>
    Array.isArray(order) && sortable.includes(order[0] as Field) && (order[1] === 'asc' || order[1] === 'desc')
  return z.object({
    pageIndex: z.coerce.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
    orders: z
      .array(z.unknown())
      .default([])
      .transform((orders) => orders.filter(isSortable).slice(0, 3))
      .meta({ sortable }),
    ...filters,
  })
}

/** One page of a list; `count` is the number of all hits. */
export type Page<Item> = { count: number; total: number; pageIndex: number; pageSize: number; list: Item[] }

export function pageOf<Item extends z.ZodType>(item: Item) {
  const page = z.object({
    count: z.int().nonnegative(),
    total: z.int().nonnegative(),
    pageIndex: z.int(),
    pageSize: z.int(),
    list: z.array(item),
  })
  const { id } = item.meta() ?? {}
  return id === undefined ? page : page.meta({ id: `${id}Page` })
}

/** The rows of a list with one value of the group field. */
export const Group = z.object({
  /** The value for the filter of the field; null for rows without one, which no filter finds. */
  value: z.string().nullable(),
  count: z.int().nonnegative(),
})
export type Group = z.infer<typeof Group>

/** A node of a tree in a selection. */
export const Choice = z.object({
  id: z.int(),
  label: z.string(),
  /** The label in English, if there is one. */
  labelEn: z.string().optional(),
  get children() {
    return z.array(Choice).optional()
  },
})
export type Choice = z.infer<typeof Choice>

nameSchemas({ IdsBody, ChangedMeanwhile, Group, Choice, SeenOrder })
nameSchemas({ SeenVersion: Seen.shape.updatedAt, SeenValues: Seen.shape.seen })
