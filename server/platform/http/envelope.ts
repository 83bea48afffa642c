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

/** Answers with `data`. `beside` are the fields that a few answers carry next to it. */
export function ok<Env extends AppEnv>(
  c: Context<Env>,
  data: unknown,
  saying: Saying = 'done.found',
  beside: object = {},
) {
  const { requestId, locale } = c.var
  const [key, values] = Array.isArray(saying) ? saying : [saying]
  return json(c, { requestId, code: codes.ok, msg: text(locale, key, values), data, ...beside }, 200)
}

/** The request comes from another front end of the API family: by a setting, or by a header that a proxy adds (ADR 82). */
export const isForFamily = <Env extends AppEnv>({ req, var: { settings } }: Context<Env>): boolean =>
  (settings as Settings | undefined)?.envelopeStatus === '200' || req.header('x-envelope-status') === '200' // none before the start

/** Answers with what went wrong. `data` is what a client can go on with, if anything. */
export function refuse(c: Context<AppEnv>, code: Code, msg: string, beside: object = {}) {
  const status = isForFamily(c) && !routeOf(c)?.isPlain && !isForProbe(c.req.path) ? 200 : httpStatus(code)
  c.set('code', code)
  if (httpStatus(code) === 401) c.header('www-authenticate', 'Bearer')
  return json(c, { requestId: c.var.requestId, code, msg, status: 'error', data: null, ...beside }, status)
}

const json = <Env extends AppEnv>(c: Context<Env>, body: object, status: ContentfulStatusCode) =>
  c.body(JSON.stringify(body), status, { 'content-type': 'application/json; charset=utf-8' })

/** Codes beyond HTTP's own range travel as 401: 6401 is the family's way to say which kind. */
export const httpStatus = (code: Code) => (code > 599 ? 401 : code) as ContentfulStatusCode
