import { nameSchemas, z } from '../zod'
import { sortFields, type ResourceOf } from '../resource'
import { dictData } from './dict-data-resource'
import { dictType } from './dict-type-resource'
import { statuses, yesNo } from '../constants'
import {
  changeOf,
  Instant,
  line,
  listQuery,
  name,
  optionalLine,
  orEmpty,
  orNumber,
  ReadBy,
  sortNumber,
  StatusInput,
} from '../list/page'

/** The colours of entries: those of this product, and those of other clients of the API family. */
export const dictTones = [
  'ok',
  'warn',
  'ng',
  'pending',
  'info',
  'approval',
  'default',
  'primary',
  'success',
  'warning',
  'danger',
] as const

/** The key for programs: a letter first, then letters, digits or underscore. */
const DictKey = name(64).regex(/^[A-Za-z]\w*$/, 'dict.typeFormat')

const choice = <const Value extends string>(values: readonly Value[]) =>
  z
    .enum(values)
    .or(z.literal(''))
    .nullish()
    .transform((chosen) => chosen ?? '')
    .meta({ canonical: z.enum(['', ...values]) })

/** The fields of a dictionary that an operator may set. */
export const DictTypeInput = z.object({
  dictName: name(64).meta({ examples: ['用户性别'] }),
  /** Shown in English; empty if none was given. */
  dictNameEn: optionalLine(64),
  dictType: DictKey.meta({ examples: ['sys_user_sex'] }),
  status: StatusInput.default(statuses.on),
  remark: optionalLine(255),
  remarkEn: optionalLine(255),
})
export type DictTypeInput = z.infer<typeof DictTypeInput>

export const DictTypeChange = changeOf(DictTypeInput)

/** 2 on, 1 off. */
const StatusNumber = z.literal([1, 2])

export const DictType = z.object({
  id: z.int(),
  dictName: z.string(),
  dictNameEn: z.string(),
  dictType: z.string(),
  status: StatusNumber,
  remark: z.string(),
  remarkEn: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type DictType = z.infer<typeof DictType>

export const DictTypeQuery = listQuery(
  {
    dictName: line(64).optional(),
    dictType: line(64).optional(),
    status: StatusInput.optional(),
    use: ReadBy.optional(),
  },
  sortFields(dictType satisfies ResourceOf<DictType>),
)
export type DictTypeQuery = z.infer<typeof DictTypeQuery>

/** The fields of a dictionary entry that an operator may set. */
export const DictDataInput = z.object({
  dictType: DictKey,
  dictLabel: name(128).meta({ examples: ['男'] }),
  /** The English label. Without it, both languages show the label. */
  dictLabelEn: optionalLine(128),
  dictValue: orNumber(name(128).meta({ examples: ['0'] })),
  dictSort: sortNumber,
  status: StatusInput.default(statuses.on),
  listClass: choice(dictTones),
  cssClass: optionalLine(64),
  isDefault: choice(yesNo),
  default: orEmpty(orNumber(line(128))),
  remark: optionalLine(255),
})
export type DictDataInput = z.infer<typeof DictDataInput>

export const DictDataChange = changeOf(DictDataInput)

export const DictData = z.object({
  dictCode: z.int(),
  dictType: z.string(),
  dictLabel: z.string(),
  dictLabelEn: z.string(),
  dictValue: z.string(),
  dictSort: z.int(),
  status: StatusNumber,
  listClass: z.string(),
  cssClass: z.string(),
  isDefault: z.string(),
  default: z.string(),
  remark: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type DictData = z.infer<typeof DictData>

export const DictDataQuery = listQuery(
  {
    /** The complete type: `qc_unit` does not find `qc_unit_group`. */
    dictType: line(64).optional(),
    dictLabel: line(128).optional(),
    dictValue: line(128).optional(),
    status: StatusInput.optional(),
  },
  sortFields(dictData satisfies ResourceOf<DictData>),
)
export type DictDataQuery = z.infer<typeof DictDataQuery>

/** `all=1` includes disabled entries: older records still contain their values. */
export const DictOptionQuery = z.object({ dictType: line(64).default(''), all: z.enum(['0', '1']).default('0') })
export type DictOptionQuery = z.infer<typeof DictOptionQuery>

/** One entry for lists and forms. */
export const DictOption = z.object({
  label: z.string(),
  /** The English label; empty if it is the same. */
  labelEn: z.string(),
  value: z.string(),
  listClass: z.string(),
  cssClass: z.string(),
  isDefault: z.string(),
  status: StatusNumber,
})
export type DictOption = z.infer<typeof DictOption>

nameSchemas({ DictTypeInput, DictTypeChange, DictType, DictDataInput, DictDataChange, DictData, DictOption })
