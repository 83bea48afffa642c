import { nameSchemas, z } from '../../zod'
import {
  chartFroms,
  charts,
  itemTypes,
  judgeModes,
  judgements,
  MAX_ITEMS,
  MAX_SAMPLES,
  requirements,
  severities,
  stages,
  templateStatuses,
  versionStatuses,
} from '../constants'
import { changeOf, Id, Instant, line, listQuery, LockVersion, name, optionalLine } from '../../list/page'
import { OptionalDecimal, ProductFilter } from '../figures'

/** The key of an item, the same in all versions. */
export const ItemKey = z.string().regex(/^[\w-]{1,40}$/)

export const ItemType = z.enum(itemTypes)

/** The name of an item in formulas: a letter, then letters, digits or underscore. */
const ItemCode = name(32).regex(/^[A-Za-z]\w*$/, 'qcTemplate.itemCodeFormat')

export const Choice = z.object({
  code: name(32).regex(/^[\w-]+$/, 'qcTemplate.choiceCodeFormat'),
  name: name(64),
  nameEn: optionalLine(64),
  judgement: z.enum(judgements).exclude(['PENDING']),
})
export type Choice = z.infer<typeof Choice>

/**
 * One item of a version, as an engineer enters it. A draft may be unfinished: `shared/qc/template/rules` has the
 * further conditions of a publication.
 */
export const TemplateItemInput = z.object({
  /** The same characteristic in all versions; the server assigns it to a new one. */
  itemKey: ItemKey.optional(),
  groupName: optionalLine(64),
  code: ItemCode,
  name: name(64),
  nameEn: optionalLine(64),
  type: ItemType,
  unit: optionalLine(32),
  decimals: z.coerce.number().int().min(0).max(9).default(2),
  nominal: OptionalDecimal,
  lsl: OptionalDecimal,
  usl: OptionalDecimal,
  warnLow: OptionalDecimal,
  warnHigh: OptionalDecimal,
  plausLow: OptionalDecimal,
  plausHigh: OptionalDecimal,
  judgeMode: z.enum(judgeModes).default('absolute'),
  sampleSize: z.coerce.number().int().min(1).max(MAX_SAMPLES).default(1),
  severity: z.enum(severities).default('major'),
  required: z.enum(requirements).default('always'),
  /** Formulas; see `shared/spc/formula/formula`. */
  requiredWhen: optionalLine(500),
  visibleWhen: optionalLine(500),
  formula: optionalLine(500),
  choices: z.array(Choice).max(50).default([]),
  gaugeKind: optionalLine(64),
  instruction: optionalLine(1000),
  spc: z.boolean().default(false),
  chart: z.enum(charts).default('auto'),
  /** Nelson rules that test its chart. */
  rules: z.array(z.int().min(1).max(8)).max(8).default([1, 2, 5]),
})
export type TemplateItemInput = z.infer<typeof TemplateItemInput>

/** A stored item of a version. */
export const TemplateItem = z.object({
  itemId: z.int(),
  itemKey: z.string(),
  seq: z.int(),
  groupName: z.string(),
  code: z.string(),
  name: z.string(),
  nameEn: z.string(),
  type: ItemType,
  unit: z.string(),
  decimals: z.int(),
  nominal: z.string().nullable(),
  lsl: z.string().nullable(),
  usl: z.string().nullable(),
  warnLow: z.string().nullable(),
  warnHigh: z.string().nullable(),
  plausLow: z.string().nullable(),
  plausHigh: z.string().nullable(),
  judgeMode: z.enum(judgeModes),
  sampleSize: z.int(),
  severity: z.enum(severities),
  required: z.enum(requirements),
  requiredWhen: z.string(),
  visibleWhen: z.string(),
  formula: z.string(),
  choices: z.array(z.object({ code: z.string(), name: z.string(), nameEn: z.string(), judgement: z.enum(judgements) })),
  gaugeKind: z.string(),
  instruction: z.string(),
  spc: z.boolean(),
  chart: z.enum(charts),
  rules: z.array(z.int()),
})
export type TemplateItem = z.infer<typeof TemplateItem>

/** Code, name and line of a template, and the workflow of its records. */
export const TemplateInput = z.object({
  productId: Id,
  code: name(32)
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/, 'qcTemplate.codeFormat')
    .meta({ examples: ['SHAFT-01'] }),
  name: name(64).meta({ examples: ['轴径检验'] }),
  nameEn: optionalLine(64),
  stage: z.enum(stages),
  chartFrom: z.enum(chartFroms).default('submitted'),
  signLevels: z.coerce
    .number()
    .pipe(z.literal([0, 1, 2]))
    .meta({ canonical: z.literal([0, 1, 2]) })
    .default(1),
  isLotRequired: z.boolean().default(false),
  remark: optionalLine(255),
})
export type TemplateInput = z.infer<typeof TemplateInput>

export const TemplateChange = changeOf(TemplateInput)
export type TemplateChange = z.infer<typeof TemplateChange>

export const VersionHead = z.object({
  versionId: z.int(),
  versionNo: z.int(),
  status: z.enum(versionStatuses),
  changeNote: z.string(),
  effectiveFrom: Instant.nullable(),
  publishedAt: Instant.nullable(),
  publishedByName: z.string(),
  contentSha256: z.string().nullable(),
  lockVersion: z.int(),
  updatedAt: Instant,
  itemCount: z.int(),
  /** The number of records of this version. */
  recordCount: z.int(),
})
export type VersionHead = z.infer<typeof VersionHead>

export const Version = VersionHead.extend({ items: z.array(TemplateItem) })
export type Version = z.infer<typeof Version>

const head = {
  templateId: z.int(),
  productId: z.int(),
  /** Code of the product line. */
  product: z.string(),
  productName: z.string(),
  productNameEn: z.string(),
  code: z.string(),
  name: z.string(),
  nameEn: z.string(),
  stage: z.enum(stages),
  status: z.enum(templateStatuses),
  ownerId: z.int().nullable(),
  ownerName: z.string(),
  publishedVersion: z.int().nullable(),
  hasDraft: z.boolean(),
  updatedAt: Instant,
}

/** A row of the list. */
export const Template = z.object({
  ...head,
  itemCount: z.int(),
  spcItemCount: z.int(),
  /** Records of the last 30 days, without voided ones. */
  recentRecords: z.int(),
  /** The NG share of the submitted first tests, as on walls and in analyses: 0 to 1, null without records. */
  recentNgRate: z.number().nullable(),
})
export type Template = z.infer<typeof Template>

export const TemplateDetail = z.object({
  ...head,
  chartFrom: z.enum(chartFroms),
  signLevels: z.literal([0, 1, 2]),
  isLotRequired: z.boolean(),
  remark: z.string(),
  createdAt: Instant,
  /** The published version, or the requested one; null before the first publication. */
  version: Version.nullable(),
  draft: Version.nullable(),
  /** All versions, the newest first. */
  versions: z.array(VersionHead),
  /** The number of records of all versions. */
  recordCount: z.int(),
})
export type TemplateDetail = z.infer<typeof TemplateDetail>

export const TemplateIdParam = z.object({ templateId: Id })
/** Counted from 1 within a template. */
const VersionNo = z.coerce.number().int().min(1).max(1_000_000)
/** The requested version; without it the published one. */
export const VersionQuery = z.object({ versionNo: VersionNo.optional() })

export const TemplateQuery = listQuery(
  {
    product: ProductFilter,
    /** Contained in code or name, in any letter case. */
    keyword: line(64).optional(),
    stage: z.enum(stages).optional(),
    status: z.enum(templateStatuses).optional(),
  },
  ['templateId', 'code', 'name', 'stage', 'status', 'updatedAt'],
)
export type TemplateQuery = z.infer<typeof TemplateQuery>

/** The templates for new records, for a selection. */
export const TemplateOption = z.object({
  templateId: z.int(),
  code: z.string(),
  name: z.string(),
  nameEn: z.string(),
  stage: z.enum(stages),
  product: z.string(),
  versionNo: z.int(),
})
export type TemplateOption = z.infer<typeof TemplateOption>

export const TemplateOptionQuery = z.object({
  product: ProductFilter,
  /** Contained in code or name, in any letter case. */
  keyword: line(64).optional(),
})
export type TemplateOptionQuery = z.infer<typeof TemplateOptionQuery>

/** All items of a version. Two items cannot have the same code, even in a draft. */
const items = <Item extends z.ZodType<{ code: string }>>(item: Item) =>
  z
    .array(item)
    .max(MAX_ITEMS)
    .superRefine((inputItems, context) => {
      const codes = new Set<string>()
      for (const [index, { code }] of inputItems.entries()) {
        const path = [index, 'code']
        if (codes.has(code)) context.addIssue({ code: 'custom', path, message: 'qcTemplate.codeTwice' })
        codes.add(code)
      }
    })

/** All items of a draft, in order; they replace the previous ones. */
export const DraftChange = z.object({ lockVersion: LockVersion, items: items(TemplateItemInput) })
export type DraftChange = z.infer<typeof DraftChange>

/** The draft that its discarder has seen. Other clients of the API family do not send it. */
export const DraftSeen = z.object({ lockVersion: LockVersion.optional() })
export type DraftSeen = z.infer<typeof DraftSeen>

export const Publication = z.object({ lockVersion: LockVersion, changeNote: name(500) })
export type Publication = z.infer<typeof Publication>

/** The new code and names for a copy of a template. */
export const TemplateCopy = z.object({ code: TemplateInput.shape.code, name: name(64), nameEn: optionalLine(64) })
export type TemplateCopy = z.infer<typeof TemplateCopy>

/** The reason for the retirement of a template; kept in the audit trail. */
export const TemplateRetirement = z.object({ reason: name(500) })
export type TemplateRetirement = z.infer<typeof TemplateRetirement>

export const DiffQuery = z.object({ from: VersionNo, to: VersionNo })

/** The differences between two versions: added and removed items, and fields of changed items. */
export const TemplateDiff = z.object({
  from: z.int(),
  to: z.int(),
  items: z.array(
    z.object({
      itemKey: z.string(),
      name: z.string(),
      nameEn: z.string(),
      kind: z.enum(['added', 'removed', 'changed', 'moved']),
      fields: z.array(z.object({ field: z.string(), old: z.string().nullable(), new: z.string().nullable() })),
    }),
  ),
})
export type TemplateDiff = z.infer<typeof TemplateDiff>

/** The marks of a template file. */
export const templateFile = { format: 'caliper-template', formatVersion: 1 } as const

/** A version of a template as a file for another plant. Items have no keys in it: keys differ between plants. */
export const TemplateFile = z.object({
  format: z.literal(templateFile.format, 'qcTemplate.notThisFile'),
  formatVersion: z.literal(templateFile.formatVersion, 'qcTemplate.newerFile'),
  template: TemplateInput.omit({ productId: true }).extend({
    /** Code of its original product line. */
    product: line(32).default(''),
  }),
  items: items(TemplateItemInput.omit({ itemKey: true })),
})
export type TemplateFile = z.infer<typeof TemplateFile>

/** A template file, and the replacements for its product line and code. */
export const TemplateImport = TemplateFile.extend({
  /** Without it, the product line with the code in the file. */
  productId: Id.optional(),
  code: TemplateInput.shape.code.optional(),
})
export type TemplateImport = z.infer<typeof TemplateImport>

nameSchemas({
  Choice,
  ItemType,
  TemplateItemInput,
  TemplateItem,
  TemplateInput,
  TemplateChange,
  VersionHead,
  Version,
  Template,
  TemplateDetail,
  TemplateOption,
  DraftChange,
  Publication,
  TemplateCopy,
  TemplateRetirement,
  TemplateDiff,
  TemplateImport,
})
