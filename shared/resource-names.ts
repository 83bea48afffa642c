import type { OperationAction } from './constants'
import type { PlainTextKey } from './i18n/text'
import { resources } from './resources'

type Declared = (typeof resources)[number]
const declared = Object.fromEntries(resources.map(({ name, texts }) => [name, texts.one])) as {
  [Resource in Declared as Resource['name']]: Resource['texts']['one']
}

/** The resources of routes, with their titles. Other resources are shown by their name. */
export const resourceTitles = {
  ...declared,
  'system-settings': 'sysSet.title',
  api: 'resource.api',
  monitor: 'resource.monitor',
  session: 'resource.session',
  'api-token': 'resource.apiToken',
  'login-log': 'loginLog.title',
  'operation-log': 'operation.title',
  trash: 'trash.title',
  operator: 'resource.operator',
  view: 'resource.view',
  profile: 'resource.profile',
  messenger: 'resource.messenger',
  'qc-template': 'resource.qcTemplate',
  'qc-record': 'resource.qcRecord',
  'qc-qr': 'resource.qcQr',
  'qc-audit': 'resource.qcAudit',
  'qc-display': 'resource.qcDisplay',
  'qc-instrument': 'resource.qcInstrument',
  'qc-notification-delivery': 'resource.qcNotificationDelivery',
  'qc-measurement': 'resource.qcMeasurement',
  'qc-stream': 'resource.qcStream',
  'qc-analysis': 'page.analysis',
  'qc-limit': 'resource.qcLimit',
  'qc-annotation': 'resource.qcAnnotation',
  'qc-signal': 'resource.qcSignal',
  'qc-inbox': 'page.inbox',
  'qc-bigscreen': 'page.bigScreen',
  'qc-selfcheck': 'resource.qcSelfcheck',
  search: 'resource.search',
} as const satisfies Record<string, PlainTextKey>

export type ResourceName = keyof typeof resourceTitles

export const isResourceName = (resource: string): resource is ResourceName => Object.hasOwn(resourceTitles, resource)
export const resourceNames = Object.keys(resourceTitles).filter(isResourceName)

/**
 * Entries of the operation log about manually deleted entries. They are deleted only by age, so that nobody can delete
 * the traces of a deletion.
 */
export const isTraceOfDeletion = ({ stem, action }: { stem: string; action: string }) =>
  logResources.some((log) => log === stem) && traceActions.some((trace) => trace === action)

export const logResources = ['operation-log', 'login-log'] as const satisfies ResourceName[]
export const traceActions = ['delete', 'clean'] as const satisfies OperationAction[]
