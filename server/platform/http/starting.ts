import { isForProbe } from '#shared/api-paths'
import { codes, type Code } from '#shared/envelope'
import { text } from '#shared/i18n/catalogues'
import type { Settings } from '../../env'
import { apiHeaders, localeOf } from './context'
import { corsHeaders } from './cors'

/** The progress of the start; `total` is 0 while it is unknown. */
export type Progress = { phase: string; done: number; total: number }
export type Report = (progress: Progress) => void

const RETRY_AFTER_SECONDS = 1

/**
 * Replaces the API until the database is open and filled: alive, but not ready, with the progress. It answers with the
 * same envelope, so that clients wait instead of failing.
 */
export function startingAnswer(
  request: Request,
  progress: Progress,
  settings: Pick<Settings, 'envelopeStatus' | 'allowedOrigins'>,
): Response {
  const path = new URL(request.url).pathname
  const envelope = envelopeWith(corsHeaders(request.headers.get('origin'), settings))
  if (path === '/healthz') return envelope(codes.ok, 'starting', progress, 200)
  const wants200 = settings.envelopeStatus === '200' || request.headers.get('x-envelope-status') === '200'
  const locale = localeOf(request.headers.get('accept-language'))
  const status = wants200 && !isForProbe(path) ? 200 : codes.busy
  return envelope(codes.busy, text(locale, 'error.starting'), progress, status)
}

const envelopeWith =
  (headers: Record<string, string>) =>
  (code: Code, msg: string, data: Progress, status: number): Response => {
    const requestId = crypto.randomUUID()
    return Response.json(
      { requestId, code, msg, ...(code !== codes.ok && { status: 'error' }), data },
      {
        status,
        headers: {
          ...apiHeaders,
          ...headers,
          'x-request-id': requestId,
          'retry-after': String(RETRY_AFTER_SECONDS),
        },
      },
    )
  }
