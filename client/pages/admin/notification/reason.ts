import type { Delivery } from '#shared/qc/notification/schema'
import type { T } from '../../../ui/useText'

/** `Refused by the other side (503)`; empty without an error. */
export function reasonText({ reason, code }: Pick<Delivery, 'reason' | 'code'>, t: T): string {
  if (reason === null) return ''
  const words = t(`notification.reason.${reason}`)
  return code === null ? words : `${words} (${code})`
}
