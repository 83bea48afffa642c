import { nameSchemas, z } from '../zod'
import { sortFields, type ResourceOf } from '../resource'
import { equipment } from './equipment-resource'
import { statuses } from '../constants'
import { equipmentKinds } from './constants'
import { changeOf, Id, Instant, line, listQuery, name, optionalLine, StatusInput } from '../list/page'
import { OptionalDay, OptionalPositive, ProductFilter } from './figures'

/** An optional id: an empty field is null. */
const OptionalId = z
  .union([z.literal('').transform(() => null), Id])
  .nullish()
  .transform((id) => id ?? null)
  .meta({ canonical: Id.nullable() })

/** The fields of equipment that an operator may set. */
export const EquipmentInput = z.object({
  /** Null: it serves all product lines. */
  productId: OptionalId,
  /** The equipment that contains it: of the same product line, or of all lines. */
  parentId: OptionalId,
  code: name(32)
    .regex(/^[A-Za-z0-9][\w./-]*$/, 'qcEquipment.codeFormat')
    .meta({ examples: ['M-07'] }),
  name: name(64).meta({ examples: ['涂布机 2 号'] }),
  nameEn: optionalLine(64),
  kind: z.enum(equipmentKinds),
  /** For a gauge: the smallest difference that it shows. */
  resolution: OptionalPositive,
  /** The last day on which it may measure without a new calibration. */
  calibrationDue: OptionalDay,
  status: StatusInput.default(statuses.on),
  remark: optionalLine(255),
})
export type EquipmentInput = z.infer<typeof EquipmentInput>

export const EquipmentChange = changeOf(EquipmentInput)
export type EquipmentChange = z.infer<typeof EquipmentChange>

export const Equipment = z.object({
  equipmentId: z.int(),
  productId: z.int().nullable(),
  /** Code of the product line. */
  product: z.string().nullable(),
  productName: z.string().nullable(),
  productNameEn: z.string().nullable(),
  parentId: z.int().nullable(),
  parentCode: z.string().nullable(),
  parentName: z.string().nullable(),
  parentNameEn: z.string().nullable(),
  code: z.string(),
  name: z.string(),
  nameEn: z.string(),
  kind: z.enum(equipmentKinds),
  /** Decimal text. */
  resolution: z.string().nullable(),
  /** `YYYY-MM-DD` */
  calibrationDue: z.iso.date().nullable(),
  isCalibrationOverdue: z.boolean(),
  status: z.literal([1, 2]),
  remark: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Equipment = z.infer<typeof Equipment>

export const EquipmentQuery = listQuery(
  {
    product: ProductFilter,
    /** Contained in code or name, in any letter case. */
    keyword: line(64).optional(),
    kind: z.enum(equipmentKinds).optional(),
    status: StatusInput.optional(),
    /** Only equipment with a due day before today. */
    overdue: z.literal('1').optional(),
  },
  sortFields(equipment satisfies ResourceOf<Equipment>),
)
export type EquipmentQuery = z.infer<typeof EquipmentQuery>

/** The first matches for a selection: enabled equipment of a product line, and equipment that serves all lines. */
export const EquipmentOptionQuery = z.object({
  product: ProductFilter,
  productId: Id.optional(),
  keyword: line(64).optional(),
  kind: z.enum(equipmentKinds).optional(),
  /** Only equipment that serves all lines. */
  shared: z.literal('1').optional(),
  /** Only this one, even if disabled: the present choice of a form. */
  equipmentId: Id.optional(),
})
export type EquipmentOptionQuery = z.infer<typeof EquipmentOptionQuery>

export const EquipmentOption = Equipment.pick({
  equipmentId: true,
  productId: true,
  code: true,
  name: true,
  nameEn: true,
  kind: true,
  isCalibrationOverdue: true,
})
export type EquipmentOption = z.infer<typeof EquipmentOption>

nameSchemas({ EquipmentInput, EquipmentChange, Equipment, EquipmentOption })
