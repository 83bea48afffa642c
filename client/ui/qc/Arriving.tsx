import { createElement } from 'react'
import type { Part } from '../part'
import { useArriving } from './useArriving'

type ArrivingProps<Props extends object> = { of: Part<Props>; with: Props }

/** A part that comes without being asked for, once there is little else to fetch. */
export function Arriving<Props extends object>({ of: Arrived, with: props }: ArrivingProps<Props>) {
  return useArriving(Arrived) && createElement(Arrived, props)
}
