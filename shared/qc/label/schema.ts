import { codeStates } from '../code'
import {
  codeKinds,
  equipmentKinds,
  itemTypes,
  judgements,
  lotStatuses,
  recordStatuses,
  stages,
  templateStatuses,
} from '../constants'
import { labelSizes } from './sizes'
import { nameSchemas, z } from '../../zod'
import { IdsBody, Instant, line, listQuery, name } from '../../list/page'
import { ProductFilter } from '../figures'

const CodeKind = z.enum(codeKinds)

/** The objects that need codes; an object that has a code keeps it. */
export const CodesWanted = z.object({ kind: CodeKind, ids: IdsBody.shape.ids })
export type CodesWanted = z.infer<typeof CodesWanted>

/** The texts of a label, in the language of the user who prints it. */
export const QrLabel = z.object({
  code: z.string(),
  kind: CodeKind,
  refId: z.int(),
  /** Number of the record or lot, code of the template or equipment. */
  title: z.string(),
  /** Below it; a record's last line is its verdict and when it was so. */
  lines: z.array(z.string()),
  /** What its QR code holds: the address that leads here, or the code alone where nobody has said what that is. */
  url: z.string(),
})
export type QrLabel = z.infer<typeof QrLabel>

/** A typed or scanned code. An incomplete one is answered with a text, not as a fault of the form. */
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
  /** How often it was looked up. */
  scans: z.int(),
  createdAt: Instant,
  revokedAt: Instant.nullable(),
})
export type QrCode = z.infer<typeof QrCode>

export const QrQuery = listQuery(
  {
    product: ProductFilter,
    /** Contained in the code, or in the name of its object. */
    keyword: line(64).optional(),
    kind: CodeKind.optional(),
    state: z.enum(codeStates).optional(),
  },
  ['code', 'kind', 'scans', 'createdAt'],
)
export type QrQuery = z.infer<typeof QrQuery>

/** A record as a card shows it. */
const Glance = z.object({
  qcValueBaseId: z.int(),
  recordNo: z.string(),
  templateName: z.string(),
  templateNameEn: z.string(),
  judgement: z.enum(judgements),
  status: z.enum(recordStatuses),
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
  /** Where all of it is shown. */
  path: z.string(),
}

/** The object of a code, with the facts that a person in front of it needs. */
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
    /** The worst items with their worst value, at most three; empty where all values are OK. */
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
        /** The answers that were chosen, where there were some to choose from. */
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
    /** Of those that the caller may see, voided ones aside. */
    records: z.int(),
    ngRecords: z.int(),
    last: Glance.nullable(),
    /** What can be checked of it. */
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
    /** Of a gauge: the day by which it has to be calibrated, `YYYY-MM-DD`. */
    calibrationDue: z.string().nullable(),
    /** The last ones that the caller may see, the newest first. */
    results: z.array(Glance),
    templates: z.array(Startable),
  }),
])
export type QrInfo = z.infer<typeof QrInfo>

nameSchemas({ RecordGlance: Glance, StartableTemplate: Startable, CodesWanted, QrLabel, Revocation, QrCode, QrInfo })
