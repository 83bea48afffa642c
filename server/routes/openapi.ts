import { Hono } from 'hono'
import type { AppEnv } from '../http/app-env'
import { docsPage, docsStyle } from '../http/docs-page'
import { openApiOf, type OpenApi } from '../http/openapi'

const PAGE_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The API document of `app`, for programs and as a page. Both hold nothing that a signed-out caller may not know. */
export function openApiRoutes(app: Hono<AppEnv>) {
  let document: OpenApi | undefined
  const read = () => (document ??= openApiOf(app)) // at the first request: all routes are there by then

  return new Hono<AppEnv>()
    .get('/v1/openapi.json', (c) => c.json(read()))
    .get('/docs', (c) => {
      c.header('content-security-policy', PAGE_POLICY)
      return c.html(docsPage(read()))
    })
    .get('/docs.css', (c) => c.body(docsStyle, 200, { 'content-type': 'text/css; charset=utf-8' }))
}
