import type { qcZh } from './qc-zh'

/** English words of quality control. */
export const qcEn = {
  // what several pages say
  'qc.judgement.OK': 'OK',
  'qc.judgement.WARN': 'Warning',
  'qc.judgement.NG': 'NG',
  'qc.judgement.PENDING': 'Pending',
  'qc.status.draft': 'Draft',
  'qc.status.submitted': 'Submitted',
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
} as const satisfies Record<keyof typeof qcZh, string>
