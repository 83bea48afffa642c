import { nameSchemas, z } from '../zod'
import { sortFields, type ResourceOf } from '../resource'
import { lot } from './lot-resource'
import { lotStatuses } from './constants'
import { changeOf, Id, Instant, line, listQuery, name, optionalLine } from '../list/page'
import { OptionalDay, OptionalPositive, ProductFilter } from './figures'

/** The fields of a lot that an operator may set. */
export const LotInput = z.object({
  productId: Id,
  lotNo: name(64).meta({ examples: ['B-1107'] }),
  /** Decimal text. */
  qty: OptionalPositive,
  supplier: optionalLine(64),
  /** The day of production. */
  producedAt: OptionalDay,
  /** On hold only if it is on hold already: a hold has a call of its own, which asks for the reason. */
  status: z.enum(lotStatuses).default('open'),
  remark: optionalLine(255),
})
export type LotInput = z.infer<typeof LotInput>

export const LotChange = changeOf(LotInput)
export type LotChange = z.infer<typeof LotChange>

export const Lot = z.object({
  lotId: z.int(),
  productId: z.int(),
  /** Code of the product line. */
  product: z.string(),
  productName: z.string(),
  productNameEn: z.string(),
  lotNo: z.string(),
  /** Decimal text. */
  qty: z.string().nullable(),
  supplier: z.string(),
  /** `YYYY-MM-DD` */
  producedAt: z.iso.date().nullable(),
  /** In use, on hold, or closed. */
  status: z.enum(lotStatuses),
  remark: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Lot = z.infer<typeof Lot>

/** A lot, and whether its release needs the password. */
export const LotDetail = Lot.extend({
  isPasswordAsked: z.boolean(),
  /** Set while a password given earlier in this session is valid for further signatures. */
  passwordGoodUntil: Instant.optional(),
})
export type LotDetail = z.infer<typeof LotDetail>

/** The reason for a hold. */
export const LotHold = z.object({ reason: name(500) })
export type LotHold = z.infer<typeof LotHold>

/** The new status of a lot on hold, the reason, and the password of the signer. */
export const LotRelease = z.object({
  status: z.enum(['open', 'closed']).default('open'),
  reason: name(500),
  password: z.string().max(128).optional(),
})
export type LotRelease = z.infer<typeof LotRelease>

export const LotQuery = listQuery(
  {
    product: ProductFilter,
    /** Contained in number or supplier, in any letter case. */
    keyword: line(64).optional(),
    status: z.enum(lotStatuses).optional(),
  },
  sortFields(lot satisfies ResourceOf<Lot>),
)
export type LotQuery = z.infer<typeof LotQuery>

/** The first matches for a selection, the newest first. */
export const LotOptionQuery = z.object({
  product: ProductFilter,
  productId: Id.optional(),
  keyword: line(64).optional(),
  /** `1`: closed lots too. */
  all: z.enum(['0', '1']).default('0'),
  /** Only this one: the present choice of a form. */
  lotId: Id.optional(),
})
export type LotOptionQuery = z.infer<typeof LotOptionQuery>

export const LotOption = Lot.pick({ lotId: true, productId: true, lotNo: true, supplier: true, status: true })
export type LotOption = z.infer<typeof LotOption>

nameSchemas({ LotInput, LotChange, Lot, LotDetail, LotHold, LotRelease, LotOption })
