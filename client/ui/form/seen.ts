import { codes } from '#shared/envelope'
import type { ChangedMeanwhile } from '#shared/list/page'
import type { Failure } from '../../api/http'

/** What the server tells of a change it refused, since somebody else has changed the same. Undefined for another failure. */
export function changedMeanwhile({ code, data }: Failure): ChangedMeanwhile | undefined {
  const isIt = code === codes.conflict && typeof data === 'object' && data !== null && 'now' in data
  return isIt ? (data as ChangedMeanwhile) : undefined
}
