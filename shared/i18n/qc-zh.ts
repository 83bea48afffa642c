/** The words of quality control; they come with its pages. Its keys begin with `qc`. */
export const qcZh = {
  // what several pages say
  'qc.judgement.OK': '合格',
  'qc.judgement.WARN': '警告',
  'qc.judgement.NG': '不合格',
  'qc.judgement.PENDING': '待判',
  'qc.status.draft': '草稿',
  'qc.status.submitted': '待审核',
  'qc.status.reviewed': '已复核',
  'qc.status.approved': '已批准',
  'qc.status.rejected': '已驳回',
  'qc.status.voided': '已作废',
  'qc.product': '产品线',
  'qc.template': '质检模板',
  'qc.record': '质检记录',
  'qc.equipment': '设备',
  'qc.lot': '批次',
  'qc.shift': '班次',
} as const
