import { nameSchemas, z } from '../zod'
import { sortFields, type ResourceOf } from '../resource'
import { product } from './product-resource'
import { statuses } from '../constants'
import { clockMinute, doOverlap, isTimeZone } from './clock'
import { changeOf, Id, Instant, line, listQuery, name, optionalLine, sortNumber, StatusInput } from '../list/page'

const MAX_SHIFTS = 12

/** A minute after midnight, as a number or in clock format: `08:00`. */
const Minute = z
  .union(
    [
      z
        .int()
        .min(0)
        .max(24 * 60 - 1),
      z
        .string()
        .refine((text) => clockMinute(text) !== undefined)
        .transform((text) => clockMinute(text) ?? 0),
    ],
    { error: 'qcProduct.notClock' },
  )
  .meta({
    canonical: z
      .int()
      .min(0)
      .max(24 * 60 - 1),
  })

const ShiftInput = z.object({
  /** The id of an existing shift. Without it: the shift with that code, or a new one. */
  shiftId: Id.optional(),
  code: name(16).meta({ examples: ['D'] }),
  name: name(32).meta({ examples: ['早班'] }),
  nameEn: optionalLine(32),
  startMin: Minute,
  /** Before `startMin` for a shift that crosses midnight. */
  endMin: Minute,
})

/** The shifts of a line: codes are unique, times do not overlap. */
const Shifts = z
  .array(ShiftInput)
  .max(MAX_SHIFTS)
  .superRefine((shifts, { addIssue }) => {
    for (const [at, shift] of shifts.entries()) {
      const earlier = shifts.slice(0, at)
      if (earlier.some(({ code }) => code.toLowerCase() === shift.code.toLowerCase())) {
        addIssue({ code: 'custom', path: [at, 'code'], message: 'qcProduct.shiftCodeTwice' })
      }
      if (earlier.some((other) => doOverlap(other, shift))) {
        addIssue({ code: 'custom', path: [at, 'startMin'], message: 'qcProduct.shiftsOverlap' })
      }
    }
  })

/** The fields of a product line that an operator may set. */
export const ProductInput = z.object({
  /** Part of addresses and of record numbers. */
  code: z
    .string()
    .trim()
    .min(1)
    .regex(/^[a-z][a-z0-9-]{1,30}$/, 'qcProduct.codeFormat')
    .meta({ examples: ['c21'] }),
  name: name(64).meta({ examples: ['圆柱电芯 21700'] }),
  nameEn: optionalLine(64),
  tz: name(64)
    .refine(isTimeZone, 'qcProduct.tzUnknown')
    .meta({ examples: ['Asia/Shanghai'] }),
  dayStartMin: Minute.default(0),
  status: StatusInput.default(statuses.on),
  sort: sortNumber,
  remark: optionalLine(255),
  shifts: Shifts.default([]),
})
export type ProductInput = z.infer<typeof ProductInput>

/** The changes of an existing line. Given shifts replace the previous ones. */
export const ProductChange = changeOf(ProductInput)
export type ProductChange = z.infer<typeof ProductChange>

export const Shift = z.object({
  shiftId: z.int(),
  code: z.string(),
  name: z.string(),
  nameEn: z.string(),
  /** Minutes after midnight by the clock of the line. */
  startMin: z.int(),
  endMin: z.int(),
})
export type Shift = z.infer<typeof Shift>

export const Product = z.object({
  productId: z.int(),
  code: z.string(),
  name: z.string(),
  nameEn: z.string(),
  tz: z.string(),
  /** Minute after midnight at which its day begins. */
  dayStartMin: z.int(),
  status: z.literal([1, 2]),
  sort: z.int(),
  remark: z.string(),
  /** In the order of the day. */
  shifts: z.array(Shift),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Product = z.infer<typeof Product>

export const ProductQuery = listQuery(
  {
    /** Contained in code or name, in any letter case. */
    keyword: line(64).optional(),
    status: StatusInput.optional(),
  },
  sortFields(product satisfies ResourceOf<Product>),
)
export type ProductQuery = z.infer<typeof ProductQuery>

/** A line in a selection, with the fields for the entry of a record. */
export const ProductOption = Product.pick({
  productId: true,
  code: true,
  name: true,
  nameEn: true,
  tz: true,
  dayStartMin: true,
  shifts: true,
})
export type ProductOption = z.infer<typeof ProductOption>

nameSchemas({ ShiftInput, ProductInput, ProductChange, Shift, Product, ProductOption })
