import type { OperationAction } from './constants'
import type { PlainTextKey } from './i18n/text'

/** What routes name as their resource, and what people call it. A stem that is not here is shown as it is. */
export const stemWords = {
  role: 'stem.role',
  user: 'stem.user',
  department: 'stem.department',
  post: 'stem.post',
  menu: 'stem.menu',
  'dict-type': 'stem.dictType',
  'dict-data': 'stem.dictData',
  config: 'stem.config',
  'system-settings': 'stem.systemSettings',
  api: 'stem.api',
  job: 'stem.job',
  monitor: 'stem.monitor',
  session: 'stem.session',
  'login-log': 'stem.loginLog',
  'operation-log': 'stem.operationLog',
  trash: 'stem.trash',
  operator: 'stem.operator',
  profile: 'stem.profile',
  messenger: 'stem.messenger',
  'qc-product': 'stem.qcProduct',
  'qc-equipment': 'stem.qcEquipment',
  'qc-lot': 'stem.qcLot',
  'qc-template': 'stem.qcTemplate',
  'qc-record': 'stem.qcRecord',
  'qc-qr': 'stem.qcQr',
  'qc-audit': 'stem.qcAudit',
  'qc-display': 'stem.qcDisplay',
  'qc-instrument': 'stem.qcInstrument',
  'qc-measurement': 'stem.qcMeasurement',
  'qc-stream': 'stem.qcStream',
  'qc-analysis': 'stem.qcAnalysis',
  'qc-limit': 'stem.qcLimit',
  'qc-signal': 'stem.qcSignal',
  'qc-bigscreen': 'stem.qcBigScreen',
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
