import { ProgramKey } from '../access/api-token'
import { nameSchemas, z } from '../zod'
import { judgements, MAX_ITEMS, MAX_SAMPLES } from './constants'
import { RecordStatus } from './figures'
import { InspectionTime } from './record/inspection-time'
import { OptionalEnd } from '../list/moment'
import { Id, line, name, optionalLine, orEmpty, orNumber } from '../list/page'

/** The prefix of every key of an instrument. It makes a key recognizable in any text. */
export const KEY_PREFIX = 'cik_'

/** The settings of a key by which an instrument or a gateway sends measurements. */
export const InstrumentInput = z.object({
  name: name(64),
  /** The sign-in name of the account that owns the records. */
  username: name(64),
  /** The only product line of the key. Without it, all lines of the account. */
  productId: Id.nullish(),
  /** The key is refused after this time; a day counts whole. */
  expiresAt: OptionalEnd,
})
export type InstrumentInput = z.infer<typeof InstrumentInput>

export const Instrument = ProgramKey.extend({ instrumentId: z.int() })
export type Instrument = z.infer<typeof Instrument>
/** The only answer with the key itself. */
export const InstrumentCreated = Instrument.extend({ token: z.string() })
export type InstrumentCreated = z.infer<typeof InstrumentCreated>
export const InstrumentIdParam = z.object({ instrumentId: Id })

/** A call with more is refused: it would delay the next calls too long. */
export const MAX_MEASUREMENTS = 100

/** One sample: a number or decimal text, exponent form included; a choice's code or name; words. */
const Reading = z.number().or(line(2000).min(1))
/** A sample of counts: the count, and the number or quantity inspected. */
const Count = z.object({ value: z.number().or(line(32).min(1)), inspected: z.number().or(line(32).min(1)) })
export const Sample = Reading.or(Count)
export type Sample = z.infer<typeof Sample>

/**
 * The values that an instrument measured at one time: one record. A misspelled field is refused: its value would be lost
 * unnoticed.
 */
export const Measurement = z.strictObject(
  {
    /** The sender's own id. The same id and content return the same record. The same id with other content is refused. */
    clientUid: z
      .string()
      .regex(/^[\w-]{16,64}$/, 'qcInstrument.uidFormat')
      .meta({ examples: ['M1-20261121-101320-0001'] }),
    templateCode: orNumber(name(32).meta({ examples: ['IPQC-02'] })),
    /** Code of the product line. Required if several lines have this template code and the key has no line. */
    product: orEmpty(line(32)),
    lotNo: orEmpty(orNumber(line(64))),
    equipmentCode: orEmpty(orNumber(line(32))),
    /** An instant with its offset, or a local time of the product line. Without it, the time of arrival. */
    inspectedAt: InspectionTime.nullish(),
    /** Without it, the remark is the name of the key. */
    remark: optionalLine(1000),
    /** By code of the item, one value per sample. */
    values: z
      .record(name(40), z.array(Sample).min(1).max(MAX_SAMPLES))
      .refine((values) => Object.keys(values).length <= MAX_ITEMS)
      .meta({ examples: [{ thickness: [10.012, '10.008', 9.997] }] }),
  },
  { error: ({ code }) => (code === 'unrecognized_keys' ? 'qcInstrument.fieldUnknown' : undefined) },
)
export type Measurement = z.infer<typeof Measurement>
export const Measurements = z.array(Measurement).min(1).max(MAX_MEASUREMENTS)

/** `known`: the `clientUid` exists already, and nothing changed. */
const outcomes = ['made', 'known', 'refused'] as const
export const MeasurementResult = z.object({
  /** As it was sent; null if none was sent. */
  clientUid: z.string().nullable(),
  outcome: z.enum(outcomes),
  qcValueBaseId: z.int().nullable(),
  recordNo: z.string().nullable(),
  judgement: z.enum(judgements).nullable(),
  status: RecordStatus.nullable(),
  /** The reasons for a refusal, each sentence once; empty if it was not refused. */
  msg: z.string(),
  /** The same by faulty field, such as `values.thickness.0`. */
  errors: z.record(z.string(), z.string()),
})
export type MeasurementResult = z.infer<typeof MeasurementResult>
export const MeasurementResults = z.array(MeasurementResult)

nameSchemas({ InstrumentInput, Instrument, InstrumentCreated, Measurement, MeasurementResult })
