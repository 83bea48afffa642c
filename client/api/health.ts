import { readAnswer, type StartProgress } from './failure'
import { requestEnvelope } from './http'

/** The version of the server. */
export async function getVersion(): Promise<string> {
  const { data } = await requestEnvelope('GET', '/healthz', { failures: 'pass' })
  return typeof data === 'object' && data !== null && 'version' in data ? String(data.version) : ''
}

/** `ready`, or the progress of a start; `away` while there is no answer, as during a restart. */
export async function getReadiness(): Promise<StartProgress | 'ready' | 'away'> {
  try {
    const answer = await readAnswer(await fetch('/readyz'), String)
    if ('progress' in answer) return answer.progress
    return 'result' in answer ? 'ready' : 'away'
  } catch {
    return 'away'
  }
}
