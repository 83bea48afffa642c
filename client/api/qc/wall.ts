import type { BigScreen } from '#shared/qc/wall'
import { Failure, readAnswer } from '../failure'
import { request, transport } from '../http'

/**
 * All data of a product line's wall.
 * @param isIdle an unattended screen: the request does not keep the session alive
 */
export const getBigScreen = (product: string, isIdle: boolean, signal: AbortSignal) =>
  request<BigScreen>('GET', '/qc/bigscreen', { query: { product }, failures: 'show', isIdle, signal })

const LATE_MS = 20_000

/** The same data by the token of a display, independent of this browser's session. @throws Failure */
export async function getDisplayScreen(token: string, signal: AbortSignal): Promise<BigScreen> {
  const response = await fetch('/api/v1/qc/bigscreen', {
    signal: AbortSignal.any([signal, AbortSignal.timeout(LATE_MS)]),
    headers: {
      'accept-language': transport.locale() === 'en' ? 'en' : 'zh-CN',
      authorization: `Bearer ${token}`,
    },
  })
  const answer = await readAnswer(response, transport.words.status)
  if ('failure' in answer) throw answer.failure
  if ('progress' in answer) throw new Failure(response.status, transport.words.status(response.status))
  return answer.result.data as BigScreen // the API's tests check it against its schema
}
