import { qcAnalysisTabsZh } from './qc-analysis-tabs'
import { qcAnalysisZh } from './qc-analysis'
import { qcAuditZh } from './qc-audit'
import { qcEntryZh } from './qc-entry'
import { qcMasterZh } from './qc-master'
import { qcQrZh } from './qc-qr'
import { qcRecordZh } from './qc-record'
import { qcSignalZh } from './qc-signal'
import { qcTemplateZh } from './qc-template'
import { qcWallZh } from './qc-wall'

/** The words of quality control; they come with its pages. Its keys begin with `qc`. What one subject says stands in its file. */
export const qcZh = {
  ...qcAuditZh,
  ...qcMasterZh,
  ...qcQrZh,
  ...qcEntryZh,
  ...qcTemplateZh,
  ...qcRecordZh,
  ...qcSignalZh,
  ...qcAnalysisZh,
  ...qcAnalysisTabsZh,
  ...qcWallZh,

  // what several pages say
  'qcTemplate.severity.critical': '致命',
  'qcTemplate.severity.major': '严重',
  'qcTemplate.severity.minor': '轻微',
  'qcTemplate.severity.info': '仅记录',
  'qc.status.draft': '草稿',
  'qc.status.submitted': '已提交',
  'qc.status.toReview': '待复核',
  'qc.status.toApprove': '待批准',
  'qc.status.waiting': '待复核或待批准',
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

  // limits as a bar, read out
  'qcTemplate.saysLsl': '规格下限 {value}',
  'qcTemplate.saysUsl': '规格上限 {value}',
  'qcTemplate.saysWarnLow': '警戒下限 {value}',
  'qcTemplate.saysWarnHigh': '警戒上限 {value}',
  'qcTemplate.saysNominal': '公称值 {value}',
  'qcTemplate.saysValues': '检测值 {values}',
  'qcTemplate.saysBoth': '{first}，{second}',

  // demonstration: five things to try
  'qcDemo.title': '看看这五件事',
  'qcDemo.some': '可以试试这些',
  'qcDemo.done': '已完成 {done} / {count}',
  'qcDemo.dismiss': '不再显示',
  'qcDemo.signal': '打开异常信号',
  'qcDemo.signalHint': '是哪一点、从何时起、怎么办',
  'qcDemo.search': '按 Ctrl+K，输入 zjjl',
  'qcDemo.searchHint': '拼音首字母就能找到质检记录',
  'qcDemo.reading': '手机扫码录一个值',
  'qcDemo.readingHint': '打印设备或批次的标签，用手机扫',
  'qcDemo.arrives': '看数据实时更新',
  'qcDemo.arrivesHint': '提交后一秒内，首页和大屏都更新',
  'qcDemo.viewer': '用 viewer 登录看看',
  'qcDemo.viewerHint': '没有权限的按钮和菜单都不出现',
  'qcDemo.own': '用自己的数据',
  'qcDemo.ownHint': '停下演示，运行 {command}：空数据库从设置页开始，记录可以导入。',
} as const
