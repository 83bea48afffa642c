import { Hono } from 'hono'
import { codes } from '#shared/envelope'
import {
  AnalysisItem,
  BoxAnswer,
  BoxQuery,
  CapabilityAnswer,
  CapabilityTrend,
  CapabilityTrendQuery,
  Distribution,
  DistributionQuery,
  ItemsQuery,
  Pareto,
  ParetoQuery,
  Spc,
  SpcQuery,
  Workload,
  WorkloadQuery,
  Yield,
  YieldQuery,
} from '#shared/qc/analysis/schema'
import { RecentItem, RecentQuery } from '#shared/qc/record/recent'
import { AllCharts, AllChartsQuery } from '#shared/qc/analysis/all-charts'
import { z } from '#shared/zod'
import { QcAuditZone } from '#shared/qc/audit/schema'
import type { SessionEnv } from '../../access/session/session-env'
import { answers, answersSheet, refuses } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { permit } from '../../access/permission/permit'
import { pointColumns, exportedPoints, type ExportedPoint } from './export'
import { SheetFormat, sendSheet } from '../../access/crud/send-sheet'
import { validate } from '../../platform/http/validate'
import { allCharts } from './all-charts'
import { boxesOf } from './box'
import { capabilityAnswer } from './capability'
import { capabilityTrend } from './capability-trend'
import { distributionOf } from './distribution'
import { paretoAnswer } from './pareto'
import { yieldOf } from './yield'
import { recentOf } from './recent'
import { spcOf } from './spc'
import { workloadOf } from './workload'
import { analysisItems } from '../signal/open'

const permitted = permit('qc:analysis:list')

export const qcAnalysisRoutes = new Hono<SessionEnv>()
  .get(
    '/item',
    answers('qc-analysis', 'route.qcAnalysis.items', z.array(AnalysisItem)),
    refuses(codes.tooMany),
    permitted,
    validate('query', ItemsQuery),
    async (c) => ok(c, await analysisItems(c.var.store, c.req.valid('query'), c.var.operator)),
  )
  .get(
    '/recent',
    answers('qc-analysis', 'route.qcAnalysis.recent', z.array(RecentItem)),
    refuses(codes.tooMany),
    permit('qc:record:add', 'qc:record:edit', 'qc:analysis:list'),
    validate('query', RecentQuery),
    async (c) => ok(c, await recentOf(c.var.store, c.req.valid('query'), c.var.context.now)),
  )
  .get(
    '/charts',
    answers('qc-analysis', 'route.qcAnalysis.charts', AllCharts),
    refuses(codes.notFound, codes.tooMany),
    permitted,
    validate('query', AllChartsQuery),
    async (c) => {
      const { store, operator, context } = c.var
      return ok(c, found(await allCharts(store, c.req.valid('query').product, operator, context.now)))
    },
  )
  .get(
    '/spc',
    answers('qc-analysis', 'route.qcAnalysis.spc', Spc),
    refuses(codes.notFound, codes.tooMany),
    permitted,
    validate('query', SpcQuery),
    async (c) => ok(c, found(await spcOf(c.var.store, c.req.valid('query'), c.var.operator))),
  )
  .get(
    '/capability',
    answers('qc-analysis', 'route.qcAnalysis.capability', CapabilityAnswer),
    refuses(codes.notFound, codes.tooMany),
    permitted,
    validate('query', SpcQuery),
    async (c) => ok(c, found(await capabilityAnswer(c.var.store, c.req.valid('query'), c.var.operator))),
  )
  .get(
    '/capability-trend',
    answers('qc-analysis', 'route.qcAnalysis.capabilityTrend', CapabilityTrend),
    refuses(codes.notFound, codes.tooMany),
    permitted,
    validate('query', CapabilityTrendQuery),
    async (c) => ok(c, found(await capabilityTrend(c.var.store, c.req.valid('query'), c.var.operator))),
  )
  .get(
    '/distribution',
    answers('qc-analysis', 'route.qcAnalysis.distribution', Distribution),
    refuses(codes.notFound, codes.tooMany),
    permitted,
    validate('query', DistributionQuery),
    async (c) => ok(c, found(await distributionOf(c.var.store, c.req.valid('query'), c.var.operator))),
  )
  .get(
    '/box',
    answers('qc-analysis', 'route.qcAnalysis.box', BoxAnswer),
    refuses(codes.notFound, codes.tooMany),
    permitted,
    validate('query', BoxQuery),
    async (c) => ok(c, found(await boxesOf(c.var.store, c.req.valid('query'), c.var.operator))),
  )
  .get(
    '/pareto',
    answers('qc-analysis', 'route.qcAnalysis.pareto', Pareto),
    refuses(codes.tooMany),
    permitted,
    validate('query', ParetoQuery),
    async (c) => ok(c, await paretoAnswer(c.var.store, c.req.valid('query'), c.var.operator)),
  )
  .get(
    '/yield',
    answers('qc-analysis', 'route.qcAnalysis.yield', Yield),
    refuses(codes.tooMany),
    permitted,
    validate('query', YieldQuery),
    async (c) => ok(c, await yieldOf(c.var.store, c.req.valid('query'), c.var.operator)),
  )
  .get(
    '/workload',
    answers('qc-analysis', 'route.qcAnalysis.workload', Workload),
    refuses(codes.tooMany),
    permitted,
    validate('query', WorkloadQuery),
    async (c) => ok(c, await workloadOf(c.var.store, c.req.valid('query'), c.var.operator)),
  )
  .get(
    '/export',
    answersSheet('qc-analysis', 'route.qcAnalysis.export'),
    refuses(codes.notFound),
    permit('qc:analysis:export'),
    validate('query', SpcQuery.extend({ format: SheetFormat, tz: QcAuditZone })),
    async (c) => {
      const { format, tz, ...query } = c.req.valid('query')
      const batches = found(await exportedPoints(c.var.store, query, c.var.operator, c.var.context))
      const file = { name: 'qc-analysis', title: 'qcAnalysis.sheet.title', format } as const
      const thingOf = ({ point }: ExportedPoint) => point
      return sendSheet(c, { ...file, columns: pointColumns(tz), batches, thingOf })
    },
  )
