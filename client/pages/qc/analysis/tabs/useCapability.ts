import { useChoice, type AnalysisQuery } from '../analysis-query'
import { useCall } from './useCall'

/**
 * The capabilities of a characteristic, one for each specification, and the chosen one: that of the version in the
 * address, else the newest. The tab, its picture and its paper show the same one.
 */
export function useCapability(query: AnalysisQuery, isEnabled = true) {
  const capability = useCall('capability', query, isEnabled)
  const versions = capability.data?.versions ?? []
  const numbers = versions.map(({ versionNo }) => String(versionNo))
  const [number, choose] = useChoice('ofVersion', numbers, numbers[0] ?? '')
  const chosen = versions.find(({ versionNo }) => String(versionNo) === number)
  return { capability, versions, number, choose, chosen }
}
