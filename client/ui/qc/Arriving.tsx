import { createElement } from 'react'
import type { Part } from '../part'
import { useArriving } from './useArriving'

type ArrivingProps<Props extends object> = Props & { of: Part<Props>; idleMs?: number }

/** A part that comes without being asked for, once there is little else to fetch. */
export function Arriving<Props extends object>({ of: Arrived, idleMs, ...props }: ArrivingProps<Props>) {
  const isThere = useArriving(Arrived, idleMs)
  return isThere && createElement(Arrived, props as unknown as Props) // what is left of them
}
