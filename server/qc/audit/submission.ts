import { judgements, recordSources, valueStates } from '#shared/qc/constants'
import { photoTypeNames } from '#shared/qc/record/photo-limits'
import { z } from '#shared/zod'
import { canonical } from './append'
import {
  keyOfValue,
  recordContent,
  type Photo,
  type RecordContent,
  type Value,
  type ValueBase,
} from '../record/content'

/** A submission in the trail: the signed content, and other fields of the record to compare with the trail. */
const Submission = z.object({
  recordNo: z.string(),
  productId: z.number(),
  templateId: z.number(),
  versionId: z.number(),
  lotId: z.number().nullable(),
  equipmentId: z.number().nullable(),
  shiftId: z.number().nullable(),
  businessDay: z.string(),
  operatorId: z.number(),
  operatorName: z.string(),
  createBy: z.number(),
  signLevels: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  inspectedAt: z.number(),
  tzMin: z.number(),
  source: z.enum(recordSources),
  retestOf: z.number().nullable(),
  remark: z.string(),
  judgement: z.enum(judgements),
  ngItems: z.number(),
  warnItems: z.number(),
  missingItems: z.number(),
  values: z.array(
    z.object({
      itemKey: z.string(),
      sampleNo: z.number(),
      state: z.enum(valueStates),
      missingCode: z.string().nullable(),
      raw: z.string().nullable(),
      num: z.number().nullable(),
      den: z.number().nullable(),
      judgement: z.enum(judgements),
      gaugeId: z.number().nullable(),
      confirmed: z.boolean(),
      gaugeOverdueSince: z.number().optional(),
      enteredBy: z.number(),
      enteredAt: z.number().optional(),
    }),
  ),
  photos: z
    .array(
      z.object({
        itemKey: z.string().nullable(),
        sha256: z.string(),
        mediaType: z.enum(photoTypeNames),
        bytes: z.number(),
        width: z.number(),
        height: z.number(),
        addedBy: z.number(),
        addedAt: z.number(),
      }),
    )
    .optional(),
  // the first versions did not write these and `enteredAt`
  contentAt: z.number().optional(),
  deptId: z.number().nullable().optional(),
})

/** The content of a submission's entry. */
export type Submitted = {
  content: RecordContent
  /** The signed content in canonical JSON. */
  signed: string
  /** The other fields by the names of the trail; null is left out. */
  beside: ReadonlyMap<string, string>
  /** True if all other fields are present. The first submissions of an installation may lack some. */
  isWhole: boolean
}

/** The trail's text of a submitted record. */
export function submissionText(record: ValueBase & { values: readonly Value[]; photos: readonly Photo[] }): string {
  const { values, photos } = record
  const entered = new Map(values.map((value) => [keyOfValue(value), value.enteredAt]))
  const content = recordContent(record, values, photos)
  const { contentAt, deptId } = record
  return canonical({
    ...content,
    contentAt,
    deptId,
    values: content.values.map((value) => ({ ...value, enteredAt: entered.get(keyOfValue(value)) })),
  })
}

/** Reads the text of {@link submissionText}; undefined for any other text. */
export function readSubmission(text: string | null): Submitted | undefined {
  const written = parsed(text)
  if (!Submission.safeParse(written).success) return undefined
  // in the order of the text and not of the schema, so that the signed text is the same again
  const { contentAt, deptId, ...rest } = written as z.infer<typeof Submission>
  const beside = new Map<string, string>()
  if (contentAt !== undefined) beside.set('contentAt', String(contentAt))
  if (deptId !== undefined && deptId !== null) beside.set('deptId', String(deptId))
  const values = rest.values.map(({ enteredAt, ...value }) => {
    if (enteredAt !== undefined) beside.set(`${keyOfValue(value)}/enteredAt`, String(enteredAt))
    return value
  })
  const content = { ...rest, values }
  return { content, signed: JSON.stringify(content), beside, isWhole: deptId !== undefined }
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
