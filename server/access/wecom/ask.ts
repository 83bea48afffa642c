/** An answer of WeCom: a JSON object; `errcode` 0 means success. */
export type Answer = { errcode: number; [field: string]: unknown }

/** The reason for a missing answer. The first three may be temporary. */
export type Trouble = 'timeout' | 'unreachable' | 'fault' | 'malformed' | 'too large' | 'redirect' | 'not found'

/** Answers have a few hundred bytes. */
const MAX_BYTES = 64 * 1024

/**
 * One GET, or one POST with a `body`. It never throws, because the message of an error might contain the address, and
 * with it a secret.
 */
export async function askOnce(address: string, timeoutMs: number, body?: object): Promise<Answer | Trouble> {
  const signal = AbortSignal.timeout(timeoutMs)
  const sent = body && { method: 'POST', body: JSON.stringify(body) }
  const headers = { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) }
  try {
    const response = await fetch(address, { redirect: 'manual', signal, ...sent, headers })
    if (response.ok) return readAnswer(await readText(response))
    void response.body?.cancel().catch(() => {})
    if (response.status >= 500) return 'fault'
    return response.status < 400 ? 'redirect' : 'not found'
  } catch {
    return signal.aborted ? 'timeout' : 'unreachable'
  }
}

/** The body; `undefined` if it is too long. The rest is then not read. */
async function readText({ body }: Response): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function readAnswer(text: string | undefined): Answer | Trouble {
  if (text === undefined) return 'too large'
  try {
    const answer: unknown = JSON.parse(text)
    if (typeof answer !== 'object' || answer === null || !('errcode' in answer)) return 'malformed'
    const { errcode } = answer
    return typeof errcode === 'number' ? { ...answer, errcode } : 'malformed'
  } catch {
    return 'malformed'
  }
}
