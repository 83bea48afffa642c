import { Hono } from 'hono'
import { codes } from '#shared/envelope'
import { Annotation, AnnotationIdParam, AnnotationInput, AnnotationQuery } from '#shared/qc/annotation'
import { z } from '#shared/zod'
import type { SessionEnv } from '../../access/session/session-env'
import { permit } from '../../access/permission/permit'
import { answers, refuses } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { validate } from '../../platform/http/validate'
import { annotate, listAnnotations, removeAnnotation } from './annotation'

export const qcAnnotationRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('qc-annotation', 'route.qcAnnotation.list', z.array(Annotation)),
    permit('qc:analysis:list'),
    validate('query', AnnotationQuery),
    async (c) => ok(c, await listAnnotations(c.var.store, c.req.valid('query').itemKey, c.var.operator)),
  )
  .post(
    '/',
    answers('qc-annotation', 'route.qcAnnotation.create', Annotation),
    refuses(codes.notFound),
    permit('qc:annotation:add'),
    validate('json', AnnotationInput),
    async (c) => ok(c, await annotate(c.var.store, c.req.valid('json'), c.var.context), 'done.created'),
  )
  .delete(
    '/:annotationId',
    answers('qc-annotation', 'route.qcAnnotation.remove', z.null()),
    refuses(codes.notFound),
    permit('qc:annotation:add', 'qc:annotation:remove'),
    validate('param', AnnotationIdParam),
    async (c) => {
      await removeAnnotation(c.var.store, c.req.valid('param').annotationId, c.var.context)
      return ok(c, null, 'done.deleted')
    },
  )
