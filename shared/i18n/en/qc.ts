import { qcAnalysisEn } from './qc-analysis'
import { qcAnalysisTabsEn } from './qc-analysis-tabs'
import { qcAuditEn } from './qc-audit'
import { qcEntryEn } from './qc-entry'
import { qcMasterEn } from './qc-master'
import { qcQrEn } from './qc-qr'
import { qcRecordEn } from './qc-record'
import { qcSignalEn } from './qc-signal'
import { qcTemplateEn } from './qc-template'
import { qcWallEn } from './qc-wall'
import type { qcZh } from '../zh/qc'

/** English words of quality control. */
export const qcEn = {
  ...qcAuditEn,
  ...qcMasterEn,
  ...qcQrEn,
  ...qcEntryEn,
  ...qcTemplateEn,
  ...qcRecordEn,
  ...qcSignalEn,
  ...qcAnalysisEn,
  ...qcAnalysisTabsEn,
  ...qcWallEn,

  // what several pages say
  'qcTemplate.severity.critical': 'Critical',
  'qcTemplate.severity.major': 'Major',
  'qcTemplate.severity.minor': 'Minor',
  'qcTemplate.severity.info': 'Info',
  'qc.status.draft': 'Draft',
  'qc.status.submitted': 'Submitted',
  'qc.status.toReview': 'Awaiting review',
  'qc.status.toApprove': 'Awaiting approval',
  'qc.status.waiting': 'Awaiting review or approval',
  'qc.status.reviewed': 'Reviewed',
  'qc.status.approved': 'Approved',
  'qc.status.rejected': 'Rejected',
  'qc.status.voided': 'Voided',
  'qc.product': 'Product line',
  'qc.template': 'Template',
  'qc.record': 'Record',
  'qc.equipment': 'Equipment',
  'qc.lot': 'Lot',
  'qc.shift': 'Shift',

  // limits as a bar, read out
  'qcTemplate.saysLsl': 'LSL {value}',
  'qcTemplate.saysUsl': 'USL {value}',
  'qcTemplate.saysWarnLow': 'lower warning limit {value}',
  'qcTemplate.saysWarnHigh': 'upper warning limit {value}',
  'qcTemplate.saysNominal': 'nominal {value}',
  'qcTemplate.saysValues': 'values {values}',
  'qcTemplate.saysBoth': '{first}, {second}',

  // demonstration: five things to try
  'qcDemo.title': 'Five things to try',
  'qcDemo.some': 'Things to try',
  'qcDemo.done': '{done} of {count} done',
  'qcDemo.dismiss': 'Don’t show again',
  'qcDemo.signal': 'Open the signal',
  'qcDemo.signalHint': 'Which point, since when, what to do',
  'qcDemo.search': 'Press Ctrl+K, type zjjl',
  'qcDemo.searchHint': 'Pinyin initials find the records',
  'qcDemo.reading': 'Enter a reading by QR code',
  'qcDemo.readingHint': 'Print a label, scan it with a phone',
  'qcDemo.arrives': 'Watch it arrive',
  'qcDemo.arrivesHint': 'Here and on the wall, within a second',
  'qcDemo.viewer': 'Sign in as viewer',
  'qcDemo.viewerHint': 'Buttons and menus without permission are hidden',
  'qcDemo.own': 'Use your own data',
  'qcDemo.ownHint':
    'Stop the demo and run {command}: an empty database starts with setup, and records can be imported.',
} as const satisfies Record<keyof typeof qcZh, string>
