import type { OperationAction } from './constants'
import type { PlainTextKey } from './i18n/text'
import { resources } from './resources'

type Declared = (typeof resources)[number]
const declared = Object.fromEntries(resources.map(({ name, texts }) => [name, texts.one])) as {
  [Resource in Declared as Resource['name']]: Resource['texts']['one']
}

/** What routes name as their resource, and what people call it. A stem that is not here is shown as it is. */
export const stemWords = {
  ...declared,
  'system-settings': 'sysSet.title',
  api: 'stem.api',
  monitor: 'stem.monitor',
  session: 'stem.session',
  'login-log': 'loginLog.title',
  'operation-log': 'operation.title',
  trash: 'trash.title',
  operator: 'stem.operator',
  profile: 'stem.profile',
  messenger: 'stem.messenger',
  'qc-template': 'stem.qcTemplate',
  'qc-record': 'stem.qcRecord',
  'qc-qr': 'stem.qcQr',
  'qc-audit': 'stem.qcAudit',
  'qc-display': 'stem.qcDisplay',
  'qc-instrument': 'stem.qcInstrument',
  'qc-measurement': 'stem.qcMeasurement',
  'qc-stream': 'stem.qcStream',
  'qc-analysis': 'page.analysis',
  'qc-limit': 'stem.qcLimit',
  'qc-signal': 'stem.qcSignal',
  'qc-bigscreen': 'page.bigScreen',
  'qc-selfcheck': 'stem.qcSelfcheck',
} as const satisfies Record<string, PlainTextKey>

export type Stem = keyof typeof stemWords

export const isStem = (stem: string): stem is Stem => Object.hasOwn(stemWords, stem)
export const stems = Object.keys(stemWords).filter(isStem)

/**
 * Entries of the operation log that tell of entries deleted by hand: they themselves are forgotten with time only, so
 * that nobody can delete the traces of deleting.
 */
export const isTraceOfDeletion = ({ stem, action }: { stem: string; action: string }) =>
  logStems.some((log) => log === stem) && traceActions.some((trace) => trace === action)

export const logStems = ['operation-log', 'login-log'] as const satisfies Stem[]
export const traceActions = ['delete', 'clean'] as const satisfies OperationAction[]
