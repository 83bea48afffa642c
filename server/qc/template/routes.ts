import { Hono } from 'hono'
import { z } from 'zod'
import { isAllowed } from '#shared/permissions'
import { pageOf } from '#shared/list/page'
import {
  Template,
  TemplateChange,
  TemplateCopy,
  TemplateDetail,
  TemplateIdParam,
  TemplateImport,
  TemplateInput,
  TemplateOption,
  TemplateOptionQuery,
  TemplateQuery,
  TemplateRetirement,
  VersionQuery,
} from '#shared/qc/template/schema'
import type { SessionEnv } from '../../access/session/session-env'
import { answers } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { permit } from '../../access/permission/permit'
import { validate } from '../../platform/http/validate'
import { getTemplate } from './queries'
import { importTemplate } from './file'
import { listTemplates, templateOptions } from './list'
import { copyTemplate, createTemplate, switchTemplate, updateTemplate } from './write'
import { qcTemplateVersionRoutes } from './version-routes'

const param = validate('param', TemplateIdParam)

export const qcTemplateRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('qc-template', 'route.qcTemplate.list', pageOf(Template)),
    permit('qc:template:list'),
    validate('query', TemplateQuery),
    async (c) => {
      const page = await listTemplates(c.var.store, c.req.valid('query'), c.var)
      return ok(c, page)
    },
  )
  .get(
    '/option-select',
    answers('qc-template', 'route.qcTemplate.options', z.array(TemplateOption)),
    permit('qc:template:list', 'qc:record:add'),
    validate('query', TemplateOptionQuery),
    async (c) => {
      const options = await templateOptions(c.var.store, c.req.valid('query'))
      return ok(c, options)
    },
  )
  .post(
    '/import',
    answers('qc-template', 'route.qcTemplate.import', z.int()),
    permit('qc:template:import'),
    validate('json', TemplateImport),
    async (c) => {
      const templateId = await importTemplate(c.var.store, c.req.valid('json'), c.var.context)
      return ok(c, templateId, 'done.created')
    },
  )
  .get(
    '/:templateId',
    answers('qc-template', 'route.qcTemplate.get', TemplateDetail),
    permit('qc:template:list', 'qc:record:list', 'qc:record:add'),
    param,
    validate('query', VersionQuery),
    async (c) => {
      const { store, operator } = c.var
      const withDraft = isAllowed(operator.permissions, ['qc:template:list'])
      const { versionNo } = c.req.valid('query')
      const template = await getTemplate(store, operator, c.req.valid('param').templateId, { versionNo, withDraft })
      return ok(c, found(template))
    },
  )
  .post(
    '/',
    answers('qc-template', 'route.qcTemplate.create', z.int()),
    permit('qc:template:add'),
    validate('json', TemplateInput),
    async (c) => {
      const templateId = await createTemplate(c.var.store, c.req.valid('json'), c.var.context)
      return ok(c, templateId, 'done.created')
    },
  )
  .post(
    '/:templateId/copy',
    answers('qc-template', 'route.qcTemplate.copy', z.int()),
    permit('qc:template:add'),
    param,
    validate('json', TemplateCopy),
    async (c) => {
      const { templateId } = c.req.valid('param')
      const copyId = await copyTemplate(c.var.store, templateId, c.req.valid('json'), c.var.context)
      return ok(c, copyId, 'done.created')
    },
  )
  .put(
    '/:templateId',
    answers('qc-template', 'route.qcTemplate.update', z.int()),
    permit('qc:template:edit'),
    param,
    validate('json', TemplateChange),
    async (c) => {
      const { templateId } = c.req.valid('param')
      await updateTemplate(c.var.store, templateId, c.req.valid('json'), c.var.context)
      return ok(c, templateId, 'done.updated')
    },
  )
  .delete(
    '/:templateId',
    answers('qc-template', 'route.qcTemplate.retire', z.int()),
    permit('qc:template:retire'),
    param,
    validate('json', TemplateRetirement),
    async (c) => {
      const { templateId } = c.req.valid('param')
      const { reason } = c.req.valid('json')
      await switchTemplate(c.var.store, templateId, { isActive: false, reason }, c.var.context)
      return ok(c, templateId, 'done.updated')
    },
  )
  .post(
    '/:templateId/reactivate',
    answers('qc-template', 'route.qcTemplate.reactivate', z.int()),
    permit('qc:template:retire'),
    param,
    async (c) => {
      const { templateId } = c.req.valid('param')
      await switchTemplate(c.var.store, templateId, { isActive: true }, c.var.context)
      return ok(c, templateId, 'done.updated')
    },
  )
  .route('/', qcTemplateVersionRoutes)
