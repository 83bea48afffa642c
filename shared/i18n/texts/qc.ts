import { qcAnalysisTabsTexts } from './qc-analysis-tabs'
import { qcAnalysisTexts } from './qc-analysis'
import { qcAuditTexts } from './qc-audit'
import { qcEntryTexts } from './qc-entry'
import { qcInboxTexts } from './qc-inbox'
import { qcMasterTexts } from './qc-master'
import { qcQrTexts } from './qc-qr'
import { qcRecordTexts } from './qc-record'
import { qcSignalTexts } from './qc-signal'
import { qcTemplateTexts } from './qc-template'
import { qcWallTexts } from './qc-wall'

/** Texts of quality control; loaded with its pages. The keys begin with `qc`. Each subject has a file. */
export const qcTexts = {
  ...qcAuditTexts,
  ...qcMasterTexts,
  ...qcQrTexts,
  ...qcEntryTexts,
  ...qcTemplateTexts,
  ...qcRecordTexts,
  ...qcSignalTexts,
  ...qcInboxTexts,
  ...qcAnalysisTexts,
  ...qcAnalysisTabsTexts,
  ...qcWallTexts,

  // shared by several pages
  'qcTemplate.severity.critical': ['致命', 'Critical'],
  'qcTemplate.severity.major': ['严重', 'Major'],
  'qcTemplate.severity.minor': ['轻微', 'Minor'],
  'qcTemplate.severity.info': ['仅记录', 'Info'],
  'qc.status.draft': ['草稿', 'Draft'],
  'qc.status.submitted': ['已提交', 'Submitted'],
  'qc.status.toReview': ['待复核', 'Awaiting review'],
  'qc.status.toApprove': ['待批准', 'Awaiting approval'],
  'qc.status.waiting': ['待复核或待批准', 'Awaiting review or approval'],
  'qc.status.reviewed': ['已复核', 'Reviewed'],
  'qc.status.approved': ['已批准', 'Approved'],
  'qc.status.rejected': ['已驳回', 'Rejected'],
  'qc.status.voided': ['已作废', 'Voided'],
  'qc.product': ['产品线', 'Product line'],
  'qc.template': ['质检模板', 'Template'],
  'qc.record': ['质检记录', 'Record'],
  'qc.equipment': ['设备', 'Equipment'],
  'qc.lot': ['批次', 'Lot'],
  'qc.shift': ['班次', 'Shift'],

  // limits as a bar, for screen readers
  'qcTemplate.saysLsl': ['规格下限 {value}', 'LSL {value}'],
  'qcTemplate.saysUsl': ['规格上限 {value}', 'USL {value}'],
  'qcTemplate.saysWarnLow': ['警戒下限 {value}', 'lower warning limit {value}'],
  'qcTemplate.saysWarnHigh': ['警戒上限 {value}', 'upper warning limit {value}'],
  'qcTemplate.saysNominal': ['公称值 {value}', 'nominal {value}'],
  'qcTemplate.saysValues': ['检测值 {values}', 'values {values}'],
  'qcTemplate.saysBoth': ['{first}，{second}', '{first}, {second}'],

  // demonstration: five things to try
  'qcDemo.title': ['看看这五件事', 'Five things to try'],
  'qcDemo.some': ['可以试试这些', 'Things to try'],
  'qcDemo.done': ['已完成 {done} / {count}', '{done} of {count} done'],
  'qcDemo.dismiss': ['不再显示', 'Don’t show again'],
  'qcDemo.signal': ['打开异常信号', 'Open the signal'],
  'qcDemo.signalHint': ['是哪一点、从何时起、怎么办', 'Which point, since when, what to do'],
  'qcDemo.search': ['按 Ctrl+K，输入 zjjl', 'Press Ctrl+K, type zjjl'],
  'qcDemo.searchHint': ['拼音首字母就能找到质检记录', 'Pinyin initials find the records'],
  'qcDemo.reading': ['手机扫码录一个值', 'Enter a reading by QR code'],
  'qcDemo.readingHint': ['打印设备或批次的标签，用手机扫', 'Print a label, scan it with a phone'],
  'qcDemo.arrives': ['看数据实时更新', 'Watch it arrive'],
  'qcDemo.arrivesHint': ['提交后一秒内，首页和大屏都更新', 'Here and on the wall, within a second'],
  'qcDemo.viewer': ['用 viewer 登录看看', 'Sign in as viewer'],
  'qcDemo.viewerHint': ['没有权限的按钮和菜单都不出现', 'Buttons and menus without permission are hidden'],
  'qcDemo.own': ['用自己的数据', 'Use your own data'],
  'qcDemo.ownHint': [
    '停下演示，运行 {command}：空数据库从设置页开始，记录可以导入。',
    'Stop the demo and run {command}: an empty database starts with setup, and records can be imported.',
  ],
} as const
