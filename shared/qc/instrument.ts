import { ProgramKey } from '../access/api-token'
import { nameSchemas, z } from '../zod'
import { judgements, MAX_ITEMS, MAX_SAMPLES, recordStatuses } from './constants'
import { FirstMoment, OptionalEnd } from '../list/moment'
import { Id, line, name, optionalLine, orEmpty, orNumber } from '../list/page'

/** How every key of an instrument begins, so that it is known where it is found. */
export const KEY_PREFIX = 'cik_'

/** A key by which an instrument or a gateway sends measurements. */
export const InstrumentInput = z.object({
  name: name(64),
  /** Sign-in name of the account for which it writes. */
  username: name(64),
  /** The one line that it writes for; without it each that the account may. */
  productId: Id.nullish(),
  /** Refused from then on; a day counts whole. */
  expiresAt: OptionalEnd,
})
export type InstrumentInput = z.infer<typeof InstrumentInput>

export const Instrument = ProgramKey.extend({ instrumentId: z.int() })
export type Instrument = z.infer<typeof Instrument>
/** The only answer that contains the key. */
export const InstrumentCreated = Instrument.extend({ token: z.string() })
export type InstrumentCreated = z.infer<typeof InstrumentCreated>
export const InstrumentIdParam = z.object({ instrumentId: Id })

/** A call with more is refused: calls behind it would wait too long. */
export const MAX_MEASUREMENTS = 100

/** One sample: a number or decimal text, exponent form included; a choice's code or name; words. */
const Reading = z.number().or(line(2000).min(1))
/** Of counts: so many of so many, or on so much. */
const Count = z.object({ value: z.number().or(line(32).min(1)), inspected: z.number().or(line(32).min(1)) })
export const Sample = Reading.or(Count)
export type Sample = z.infer<typeof Sample>

/** What an instrument has measured at one time: one record. */
export const Measurement = z.object({
  /** An id of the sender's own. Sent again with the same one it is the same record; other content under it is refused. */
  clientUid: z
    .string()
    .regex(/^[\w-]{16,64}$/)
    .meta({ examples: ['M1-20261121-101320-0001'] }),
  templateCode: orNumber(name(32).meta({ examples: ['IPQC-02'] })),
  /** Code of the product line; needed where several have a template of that code and the key is for no line. */
  product: orEmpty(line(32)),
  lotNo: orEmpty(orNumber(line(64))),
  equipmentCode: orEmpty(orNumber(line(32))),
  /** An instant with its offset, or as the clocks of the product line show it; without it, when it arrives. */
  inspectedAt: z
    .string()
    .max(40)
    .meta({ examples: ['2026-11-21T10:13:20+08:00'] })
    .transform((time) => time.replace(/^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d+)?$/, '$1 $2'))
    .refine((time) => FirstMoment.safeParse(time).success, 'field.moment')
    .nullish(),
  /** Without it the record is remarked with the name of the key. */
  remark: optionalLine(1000),
  /** By codes of items, one for each sample. */
  values: z
    .record(name(40), z.array(Sample).min(1).max(MAX_SAMPLES))
    .refine((values) => Object.keys(values).length <= MAX_ITEMS)
    .meta({ examples: [{ thickness: [10.012, '10.008', 9.997] }] }),
})
export type Measurement = z.infer<typeof Measurement>
export const Measurements = z.array(Measurement).min(1).max(MAX_MEASUREMENTS)

/** `known`: it was there already under this `clientUid`, and nothing was done. */
const outcomes = ['made', 'known', 'refused'] as const
export const MeasurementResult = z.object({
  /** As it was sent; null where it was none. */
  clientUid: z.string().nullable(),
  outcome: z.enum(outcomes),
  qcValueBaseId: z.int().nullable(),
  recordNo: z.string().nullable(),
  judgement: z.enum(judgements).nullable(),
  status: z.enum(recordStatuses).nullable(),
  /** Why it was refused, each sentence once; empty where it was not. */
  msg: z.string(),
  /** The same at the fields that are to blame, such as `values.thickness.0`. */
  errors: z.record(z.string(), z.string()),
})
export type MeasurementResult = z.infer<typeof MeasurementResult>
export const MeasurementResults = z.array(MeasurementResult)

nameSchemas({ InstrumentInput, Instrument, InstrumentCreated, Measurement, MeasurementResult })
