import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { codes } from '#shared/envelope'
import { pageOf } from '#shared/list/page'
import {
  CodeParam,
  CodesWanted,
  LabelQuery,
  QrCode,
  QrInfo,
  QrLabel,
  QrQuery,
  Revocation,
} from '#shared/qc/label/schema'
import type { SessionEnv } from '../../access/session/session-env'
import { answers, answersFile, refuses } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { labelSvg, labelOfCode, labelsOf } from './label'
import { permit } from '../../access/permission/permit'
import { validate } from '../../platform/http/validate'
import { issueCodes, revokeCode, countScan } from './queries'
import { resolveCode } from './info'
import { listCodes } from './list'

/** No script may run if the picture is opened on its own. */
const labelHeaders = {
  'content-type': 'image/svg+xml; charset=utf-8',
  'content-security-policy': "sandbox; default-src 'none'",
}

export const qcQrRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('qc-qr', 'route.qcQr.list', pageOf(QrCode)),
    permit('qc:qr:list'),
    validate('query', QrQuery),
    async (c) => {
      const page = await listCodes(c.var.store, c.req.valid('query'), c.var.operator)
      return ok(c, page)
    },
  )
  .post(
    '/',
    answers('qc-qr', 'route.qcQr.create', z.array(QrLabel)),
    refuses(codes.notFound),
    permit('qc:qr:print'),
    validate('json', CodesWanted),
    async (c) => {
      const wanted = c.req.valid('json')
      const rows = await issueCodes(c.var.store, wanted, c.var.context)
      return ok(c, await labelsOf(c.var.store, wanted.kind, rows, printing(c)))
    },
  )
  .get(
    '/:code',
    answers('qc-qr', 'route.qcQr.scan', QrInfo),
    refuses(codes.forbidden),
    permit('qc:qr:list', 'qc:record:list', 'qc:record:add', 'qc:template:list'),
    validate('param', CodeParam),
    async (c) => {
      const info = await resolveCode(c.var.store, c.req.valid('param').code, c.var.operator)
      const isAsked = c.req.raw.method !== 'HEAD'
      if (isAsked) await countScan(c.var.store, info.code, c.var.context)
      return ok(c, info)
    },
  )
  .post(
    '/:code/revoke',
    answers('qc-qr', 'route.qcQr.revoke', z.string()),
    refuses(codes.conflict),
    permit('qc:qr:revoke'),
    validate('param', CodeParam),
    validate('json', Revocation),
    async (c) => {
      const code = await revokeCode(c.var.store, c.req.valid('param').code, c.req.valid('json'), c.var.context)
      return ok(c, code, 'done.updated')
    },
  )
  .get(
    '/:code/label.svg',
    answersFile('qc-qr', 'route.qcQr.label', ['image/svg+xml'], CodeParam),
    permit('qc:qr:print'),
    validate('query', LabelQuery),
    async (c) => {
      const label = await labelOfCode(c.var.store, c.req.param('code'), c.var.operator, printing(c))
      return c.body(labelSvg(found(label), c.req.valid('query').size), 200, labelHeaders)
    },
  )

const printing = ({ var: { locale, now, settings } }: Context<SessionEnv>) => ({
  locale,
  now,
  publicUrl: settings.publicUrl,
})
