import type { Value } from './judgement'

/** Who takes part, and the roles they have been given. `lead` has several: whoever may do much is tempted to sign their own. */
export const people = {
  inspector: ['inspector'],
  colleague: ['inspector'],
  lead: ['inspector', 'reviewer', 'approver'],
  reviewer: ['reviewer'],
  approver: ['approver'],
  engineer: ['engineer'],
  admin: ['admin'],
} as const
export type Person = keyof typeof people

export const steps = ['submit', 'withdraw', 'review', 'approve', 'reject', 'reopen', 'void'] as const
export type StepName = (typeof steps)[number]

/**
 * What somebody asks for. Records, lots and limits are named by their places, counted round. `isFit`: among those that
 * are in a state for it, and not at all where nothing is.
 */
export type Action = { by: Person; isFit: boolean } & (
  | { do: 'create'; hour: number; lot: number | null; values: Value[]; remark: string; twin: Twin }
  | {
      do: 'save'
      record: number
      isStale: boolean
      /** What is left out stays. */
      values?: Value[] | undefined
      remark?: string | undefined
      lot?: number | undefined
      hasReason: boolean
    }
  | {
      do: StepName
      record: number
      /** Asked for by whoever the record is by, in place of `by`. */
      isOwn: boolean
      isStale: boolean
      hasReason: boolean
      hasPassword: boolean
      disposition: boolean
    }
  | { do: 'approveAll'; records: number[]; hasPassword: boolean; disposition: boolean }
  | { do: 'retest'; record: number; isStale: boolean }
  | {
      do: 'changeLot'
      lot: number
      status?: LotStatus | undefined
      remark?: string | undefined
      /** By how many changes what is said to have been seen of it is too old; nothing is said without. */
      age?: number | undefined
    }
  | { do: 'hold'; lot: number; hasReason: boolean }
  | { do: 'release'; lot: number; hasReason: boolean; hasPassword: boolean; to: 'open' | 'closed' }
  | { do: 'deleteLot'; lot: number }
  | { do: 'draft' }
  | { do: 'write'; limits: number; isStale: boolean }
  | { do: 'publish'; isStale: boolean }
  | { do: 'levels'; levels: 0 | 1 | 2 }
  | { do: 'retire' | 'reactivate' }
  | { do: 'freeze'; hour: number; centre: number }
  | { do: 'endLimits'; set: number }
  | { do: 'disable' | 'enable' | 'dismiss' | 'appoint'; whom: Person }
  | { do: 'repeat'; action: number }
)
/** Whether it is sent twice at the same moment: under the same key, or the same id of a device. */
export type Twin = 'none' | 'key' | 'uid'
export type LotStatus = 'open' | 'hold' | 'closed'
