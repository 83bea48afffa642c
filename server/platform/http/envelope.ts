import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isForProbe } from '#shared/api-paths'
import { codes, type Code } from '#shared/envelope'
import { text } from '#shared/i18n/catalogues'
import type { AnyTextKey } from '#shared/i18n/text'
import type { Settings } from '../../env'
import type { AppEnv } from './app-env'
import { routeOf } from './describe'

type Saying = AnyTextKey | [key: AnyTextKey, values: Record<string, string | number>]

/** The type of `data` that the route declares by `answers`. */
export type AnswerOf<Env extends AppEnv> = Env['Variables'] extends { answer?: infer Data } ? Data : unknown

/** Answers with `data`; `beside` are the extra fields of a few answers. */
export function ok<Env extends AppEnv>(
  c: Context<Env>,
  data: AnswerOf<Env>,
  saying: Saying = 'done.found',
  beside: object = {},
) {
  const { requestId, locale } = c.var
  const [key, values] = Array.isArray(saying) ? saying : [saying]
  return json(c, { requestId, code: codes.ok, msg: text(locale, key, values), data, ...beside }, 200)
}

/** True for another front end of the API family: by a setting, or by a header that a proxy adds (ADR 82). */
export const isForFamily = <Env extends AppEnv>({ req, var: { settings } }: Context<Env>): boolean =>
  (settings as Settings | undefined)?.envelopeStatus === '200' || req.header('x-envelope-status') === '200' // none before the start

/** Answers with a refusal. `data` may help the client to continue. */
export function refuse(c: Context<AppEnv>, code: Code, msg: string, beside: object = {}) {
  const status = isForFamily(c) && !routeOf(c)?.isPlain && !isForProbe(c.req.path) ? 200 : httpStatus(code)
  c.set('code', code)
  if (httpStatus(code) === 401) c.header('www-authenticate', 'Bearer')
  return json(c, { requestId: c.var.requestId, code, msg, status: 'error', data: null, ...beside }, status)
}

const json = <Env extends AppEnv>(c: Context<Env>, body: object, status: ContentfulStatusCode) =>
  c.body(JSON.stringify(body), status, { 'content-type': 'application/json; charset=utf-8' })

/** Codes outside of HTTP's range are sent as 401: 6401 is the family's code for the kind. */
export const httpStatus = (code: Code) => (code > 599 ? 401 : code) as ContentfulStatusCode
