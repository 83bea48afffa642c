import { Hono } from 'hono'
import { z } from 'zod'
import { text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import { placeOfFault, type TemplateFault } from '#shared/qc/template/rules'
import {
  DiffQuery,
  DraftChange,
  DraftSeen,
  Publication,
  TemplateDetail,
  TemplateDiff,
  TemplateIdParam,
  VersionHead,
  VersionQuery,
} from '#shared/qc/template/schema'
import type { SessionEnv } from '../../access/session/session-env'
import { answers, answersFile, refusesStale } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { permit } from '../../access/permission/permit'
import { InvalidInput, validate } from '../../platform/http/validate'
import { getTemplate, diffTemplate } from './queries'
import { dropDraft, publishTemplate, saveDraft, startDraft } from './draft'
import { FaultyDraft } from './version'
import { fileOf, noteFile } from './file'

const FILE_TYPE = 'application/vnd.caliper.template+json'
const param = validate('param', TemplateIdParam)

/** Routes of the versions of a template. */
export const qcTemplateVersionRoutes = new Hono<SessionEnv>()
  .get(
    '/:templateId/versions',
    answers('qc-template', 'route.qcTemplate.versions', z.array(VersionHead)),
    permit('qc:template:list'),
    param,
    async (c) => {
      const template = await getTemplate(c.var.store, c.var.operator, c.req.valid('param').templateId)
      return ok(c, found(template).versions)
    },
  )
  .get(
    '/:templateId/diff',
    answers('qc-template', 'route.qcTemplate.diff', TemplateDiff),
    permit('qc:template:list'),
    param,
    validate('query', DiffQuery),
    async (c) => {
      const diff = await diffTemplate(c.var.store, c.req.valid('param').templateId, c.req.valid('query'))
      return ok(c, found(diff))
    },
  )
  .get(
    '/:templateId/file',
    answersFile('qc-template', 'route.qcTemplate.file', [FILE_TYPE], TemplateIdParam),
    permit('qc:template:export'),
    param,
    validate('query', VersionQuery),
    async (c) => {
      const { store, context } = c.var
      const { templateId } = c.req.valid('param')
      const file = found(await fileOf(store, templateId, c.req.valid('query').versionNo))
      if (c.req.raw.method !== 'HEAD') await noteFile(store, templateId, file, context)
      return c.body(JSON.stringify(file.content, null, 2), 200, {
        'content-type': `${FILE_TYPE}; charset=utf-8`,
        'content-disposition': `attachment; filename="${file.name}"`,
      })
    },
  )
  .post(
    '/:templateId/draft',
    answers('qc-template', 'route.qcTemplate.createDraft', TemplateDetail),
    refusesStale(TemplateDetail),
    permit('qc:template:edit'),
    param,
    async (c) => {
      const template = await startDraft(c.var.store, c.req.valid('param').templateId, c.var.context)
      return ok(c, template, 'done.created')
    },
  )
  .put(
    '/:templateId/draft',
    answers('qc-template', 'route.qcTemplate.draft', TemplateDetail),
    refusesStale(TemplateDetail),
    permit('qc:template:edit'),
    param,
    validate('json', DraftChange),
    async (c) => {
      const { templateId } = c.req.valid('param')
      const template = await saveDraft(c.var.store, templateId, c.req.valid('json'), c.var.context)
      return ok(c, template, 'done.updated')
    },
  )
  .delete(
    '/:templateId/draft',
    answers('qc-template', 'route.qcTemplate.discardDraft', z.int()),
    refusesStale(TemplateDetail),
    permit('qc:template:edit'),
    param,
    validate('query', DraftSeen),
    async (c) => {
      const { templateId } = c.req.valid('param')
      await dropDraft(c.var.store, templateId, c.req.valid('query'), c.var.context)
      return ok(c, templateId, 'done.deleted')
    },
  )
  .post(
    '/:templateId/publish',
    answers('qc-template', 'route.qcTemplate.publish', TemplateDetail),
    refusesStale(TemplateDetail),
    permit('qc:template:publish'),
    param,
    validate('json', Publication),
    async (c) => {
      const { templateId } = c.req.valid('param')
      const publishing = publishTemplate(c.var.store, templateId, c.req.valid('json'), c.var.context)
      return ok(c, await publishing.catch(throwAllFaults), 'qcTemplate.published')
    },
  )

/** The answer for a faulty draft has the form of other input faults, one per field. */
class FaultyItems extends InvalidInput {
  readonly faults: readonly TemplateFault[]

  constructor(faults: readonly TemplateFault[]) {
    super([])
    this.faults = faults
  }

  override inWords(locale: Locale) {
    return Object.fromEntries(this.faults.map((fault) => [placeOfFault(fault), text(locale, fault.key, fault.values)]))
  }
}

function throwAllFaults(error: unknown): never {
  throw error instanceof FaultyDraft ? new FaultyItems(error.faults) : error
}
