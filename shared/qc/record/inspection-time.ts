import { plainMoment } from '../../format/moment'
import { FirstMoment } from '../../list/moment'
import { z } from '../../zod'

/**
 * The time of an inspection in a sheet or from an instrument: in the zone of the product line, or with its own offset.
 * A day alone may be of two shifts. Fractions of a second are left out of a local time.
 */
export const InspectionTime = z
  .string()
  .trim()
  .max(40)
  .meta({ examples: ['2026-11-21T10:13:20+08:00'] })
  .transform((time) => plainMoment(time.replace(/(\d:\d{2}:\d{2})\.\d+$/, '$1')))
  .refine((time) => !/^\d{4}-\d{2}-\d{2}$/.test(time), 'qcRecord.sheet.dayOnly')
  .refine((time) => FirstMoment.safeParse(time).success, 'qcRecord.sheet.moment')
