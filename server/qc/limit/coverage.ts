import type { LimitsInForce } from './read'

/** Limits, and all sets of the same characteristic, those on trial among them. */
export type Held = { set: LimitsInForce; sets: readonly LimitsInForce[] }

/** Whether a limit set holds at an instant. */
export const covers = ({ validFrom, validTo }: LimitsInForce, at: number) =>
  at >= validFrom && at < (validTo ?? Infinity)

/** Whether a change at a place can be felt by a limit set. */
export const concerns = (
  set: LimitsInForce,
  { at, equipmentId }: { at: number; equipmentId: number | null },
): boolean => covers(set, at) && (set.equipmentId === null || set.equipmentId === equipmentId)

/** A record is held against limits of its machine where that has some at the time, or is on trial; else against those of all. */
export const isHeld = ({ set, sets }: Held, at: number, equipmentId: number | null): boolean =>
  set.equipmentId === null
    ? !sets.some((own) => own.equipmentId !== null && own.equipmentId === equipmentId && covers(own, at))
    : set.equipmentId === equipmentId
