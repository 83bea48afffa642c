import type { BigScreen } from '#shared/qc/wall'
import { Failure, readAnswer } from '../failure'
import { request, transport } from '../http'

/**
 * All that the wall of a product line shows.
 * @param isIdle nobody is at work there: the session is not kept alive by it
 */
export const getBigScreen = (product: string, isIdle: boolean, signal: AbortSignal) =>
  request<BigScreen>('GET', '/qc/bigscreen', { query: { product }, failures: 'show', isIdle, signal })

const LATE_MS = 20_000

/** The same by the token of a display, whatever session this browser has. @throws Failure */
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
  return answer.result.data as BigScreen // the API's tests hold it to its schema
}
