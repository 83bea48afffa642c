import { codeStates } from '../code'
import { codeKinds, equipmentKinds, itemTypes, judgements, lotStatuses, stages, templateStatuses } from '../constants'
import { labelSizes } from './sizes'
import { nameSchemas, z } from '../../zod'
import { IdsBody, Instant, line, listQuery, name } from '../../list/page'
import { ProductFilter, RecordStatus } from '../figures'

const CodeKind = z.enum(codeKinds)

/** The objects that need codes. An object with a code keeps it. */
export const CodesWanted = z.object({ kind: CodeKind, ids: IdsBody.shape.ids })
export type CodesWanted = z.infer<typeof CodesWanted>

/** The texts of a label, in the language of the user who prints it. */
export const QrLabel = z.object({
  code: z.string(),
  kind: CodeKind,
  refId: z.int(),
  /** Number of the record or lot, code of the template or equipment. */
  title: z.string(),
  /** The lines below the title. The last line of a record is its verdict and the time of the verdict. */
  lines: z.array(z.string()),
  /** The content of the QR code: the address of its page, or the code alone if the address of the server is not set. */
  url: z.string(),
})
export type QrLabel = z.infer<typeof QrLabel>

/** A typed or scanned code. An incomplete code gets a text as its answer, not a fault of the form. */
export const CodeParam = z.object({ code: z.string().max(200) })

export const LabelQuery = z.object({ size: z.enum(labelSizes).default('40x30') })

export const Revocation = z.object({ reason: name(500) })
export type Revocation = z.infer<typeof Revocation>

/** A row of the list. */
export const QrCode = z.object({
  code: z.string(),
  kind: CodeKind,
  refId: z.int(),
  /** Code of the product line; null for equipment that serves all. */
  product: z.string().nullable(),
  title: z.string(),
  /** The number of look-ups. */
  scans: z.int(),
  createdAt: Instant,
  revokedAt: Instant.nullable(),
})
export type QrCode = z.infer<typeof QrCode>

export const QrQuery = listQuery(
  {
    product: ProductFilter,
    /** Contained in the code, or in the name of the object. */
    keyword: line(64).optional(),
    kind: CodeKind.optional(),
    state: z.enum(codeStates).optional(),
  },
  ['code', 'kind', 'scans', 'createdAt'],
)
export type QrQuery = z.infer<typeof QrQuery>

/** A record on a card. */
const Glance = z.object({
  qcValueBaseId: z.int(),
  recordNo: z.string(),
  templateName: z.string(),
  templateNameEn: z.string(),
  judgement: z.enum(judgements),
  status: RecordStatus,
  inspectedAt: Instant,
})
export type Glance = z.infer<typeof Glance>

const Startable = z.object({
  templateId: z.int(),
  code: z.string(),
  name: z.string(),
  nameEn: z.string(),
  versionNo: z.int(),
})

const common = {
  code: z.string(),
  refId: z.int(),
  /** Code of the product line; null for equipment that serves all. */
  product: z.string().nullable(),
  /** The path of the object's page. */
  path: z.string(),
}

/** The object of a code, with the facts for a person in front of it. */
export const QrInfo = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('record'),
    ...common,
    ...Glance.shape,
    lotNo: z.string().nullable(),
    equipmentName: z.string().nullable(),
    equipmentNameEn: z.string().nullable(),
    operatorName: z.string(),
    ngItems: z.int(),
    warnItems: z.int(),
    signLevels: z.literal([0, 1, 2]),
    /** The worst items with their worst value, at most three; empty if all values are OK. */
    worst: z.array(
      z.object({
        itemKey: z.string(),
        name: z.string(),
        nameEn: z.string(),
        unit: z.string(),
        judgement: z.enum(judgements),
        sampleNo: z.int(),
        raw: z.string().nullable(),
        den: z.number().nullable(),
        type: z.enum(itemTypes),
        /** The chosen answers, if the item has choices. */
        chosen: z.array(z.object({ name: z.string(), nameEn: z.string() })),
        lsl: z.string().nullable(),
        usl: z.string().nullable(),
      }),
    ),
  }),
  z.object({
    kind: z.literal('template'),
    ...common,
    templateId: z.int(),
    templateCode: z.string(),
    name: z.string(),
    nameEn: z.string(),
    stage: z.enum(stages),
    status: z.enum(templateStatuses),
    /** The published version; null before the first. */
    versionNo: z.int().nullable(),
    itemCount: z.int(),
    isLotRequired: z.boolean(),
  }),
  z.object({
    kind: z.literal('lot'),
    ...common,
    lotId: z.int(),
    lotNo: z.string(),
    productId: z.int(),
    supplier: z.string(),
    status: z.enum(lotStatuses),
    /** The number of records that the caller may see, without voided ones. */
    records: z.int(),
    ngRecords: z.int(),
    last: Glance.nullable(),
    /** The templates for inspections of the lot. */
    templates: z.array(Startable),
  }),
  z.object({
    kind: z.literal('equipment'),
    ...common,
    equipmentId: z.int(),
    equipmentCode: z.string(),
    name: z.string(),
    nameEn: z.string(),
    equipmentKind: z.enum(equipmentKinds),
    isEnabled: z.boolean(),
    /** For a gauge: the last day before its next calibration, `YYYY-MM-DD`. */
    calibrationDue: z.string().nullable(),
    /** The last results that the caller may see, the newest first. */
    results: z.array(Glance),
    templates: z.array(Startable),
  }),
])
export type QrInfo = z.infer<typeof QrInfo>

nameSchemas({ RecordGlance: Glance, StartableTemplate: Startable, CodesWanted, QrLabel, Revocation, QrCode, QrInfo })
