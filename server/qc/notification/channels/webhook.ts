import { createHmac } from 'node:crypto'
import type { WebhookSettings } from '../../../env'
import { codeOf } from '../../../platform/log/reason'
import { isReachable, pinnedAddress, type Resolve } from '../../../platform/security/outbound'
import { failed, refused, sent, type Outcome, type OutgoingMessage } from './message'

const TIMEOUT_MS = 10_000
/** Answers are discarded. This much of one is read, so that its connection can be reused. */
const MAX_ANSWER_BYTES = 64 * 1024
/** Far above the size of one message. */
const MAX_BODY_BYTES = 256 * 1024

/** The URL of a webhook. Its host must be allowed by the environment; `http` only inside the plant. */
export function webhookUrl({ hosts }: Pick<WebhookSettings, 'hosts'>, text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const isPlain = url.username + url.password + url.hash === ''
  if (!isPlain || !/^https?:$/.test(url.protocol) || !hosts.includes(url.host)) return undefined
  return url
}

/** Each host has its own key, so that none can sign for another. It is derived from the secret, and stored nowhere. */
export const signingKey = (secret: string, host: string): string =>
  createHmac('sha256', secret).update(host).digest('hex')

const signatureOf = (key: string, timestamp: string, body: string): string =>
  createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')

type Given = { settings: WebhookSettings; resolve: Resolve; now: () => number }

/**
 * Posts a message. The host is resolved once and the connection is made to that address; the certificate must be that
 * of the host. Redirects are not followed. The answer is neither kept nor shown.
 */
export async function sendWebhook(
  { settings, resolve, now }: Given,
  address: string,
  { id, title, notices }: OutgoingMessage,
): Promise<Outcome> {
  const url = webhookUrl(settings, address)
  if (!url) return refused('blocked')
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const pinned = await Promise.race([pinnedAddress(url.hostname, settings.networks, resolve), aborted(signal)])
    if (pinned === undefined) return refused('blocked')
    if (url.protocol === 'http:' && isReachable(pinned, [])) return refused('blocked') // readable on its way
    const body = JSON.stringify({
      id,
      title,
      events: notices.map(({ event, at, text, link, data }) => ({
        event,
        at: new Date(at).toISOString(),
        text,
        url: link ?? null,
        ...data,
      })),
    })
    if (Buffer.byteLength(body) > MAX_BODY_BYTES) return refused('rejected')
    const timestamp = String(Math.floor(now() / 1000))
    const key = signingKey(settings.secret, url.host)
    const host = pinned.includes(':') ? `[${pinned}]` : pinned
    const response = await fetch(`${url.protocol}//${host}:${portOf(url)}${url.pathname}${url.search}`, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal,
      tls: { serverName: url.hostname },
      headers: {
        host: url.host,
        'content-type': 'application/json',
        'user-agent': 'Caliper',
        'x-caliper-delivery': id,
        'x-caliper-timestamp': timestamp,
        'x-caliper-signature': `sha256=${signatureOf(key, timestamp, body)}`,
      },
    })
    await discard(response)
    return outcomeOf(response.status)
  } catch (error) {
    if (signal.aborted) return failed('timeout')
    return failed(/CERT|TLS|SSL/i.test(codeOf(error) ?? '') ? 'certificate' : 'unreachable')
  }
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return sent
  if (status >= 300 && status < 400) return refused('redirect', status)
  const mayPass = status >= 500 || status === 408 || status === 425 || status === 429
  return mayPass ? failed('status', status) : refused('status', status)
}

const portOf = ({ port, protocol }: URL) => port || (protocol === 'https:' ? '443' : '80')

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  )

/** Reads the answer up to a limit, and discards it. */
async function discard({ body }: Response) {
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) return
  }
}
