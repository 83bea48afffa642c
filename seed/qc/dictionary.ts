import { OTHER_REASON, qcDicts } from '#shared/qc/constants'
import type { DictSeed } from '../admin/dict-seed'

const units = 'mm μm mg g kg g/m² mg/cm² mL N N/mm MPa ℃ m/min V mV mV/h mΩ MΩ Ah Pa·m³/s % 1/m²'.split(' ')

/** The dictionaries of quality control. Plants add entries; records contain the codes of these. */
export const qcDictionaries: DictSeed[] = [
  {
    dictType: qcDicts.stage,
    name: ['检验阶段', 'Inspection stages'],
    remark: ['质检模板的检验阶段；编码由系统规定', 'The stages of inspection templates; the system defines the codes'],
    entries: [
      ['iqc', '来料检验', '', 'Incoming'],
      ['ipqc', '过程检验', '', 'In-process'],
      ['fqc', '成品检验', '', 'Final'],
      ['oqc', '出货检验', '', 'Outgoing'],
      ['first', '首件检验', '', 'First article'],
      ['patrol', '巡检', '', 'Patrol'],
    ],
  },
  {
    dictType: qcDicts.unit,
    name: ['计量单位', 'Units'],
    remark: ['检验项目的单位', 'Units of inspection items'],
    entries: units.map((unit) => [unit, unit]),
  },
  {
    dictType: qcDicts.disposition,
    name: ['不合格处置', 'Dispositions'],
    remark: ['批准不合格记录时的处置', 'What to do with nonconforming parts, chosen at approval'],
    entries: [
      ['concession', '让步接收', 'warn', 'Concession'],
      ['rework', '返工', 'info', 'Rework'],
      ['scrap', '报废', 'ng', 'Scrap'],
      ['return', '退货', 'ng', 'Return'],
      ['sort', '挑选', 'info', 'Sort'],
      ['retest', '复检', 'info', 'Retest'],
    ],
  },
  {
    dictType: qcDicts.missingReason,
    name: ['未检原因', 'Reasons for missing values'],
    remark: ['检测值缺失的原因', 'Why a value is missing'],
    entries: [
      ['no-sample', '无样品', '', 'No sample'],
      ['gauge-out', '量具不可用', '', 'Gauge not available'],
      ['line-stopped', '停线', '', 'Line stopped'],
      ['damaged', '样品损坏', '', 'Sample damaged'],
      [OTHER_REASON, '其他', '', 'Other'],
    ],
  },
  {
    dictType: qcDicts.changeReason,
    name: ['更改原因', 'Reasons for changes'],
    remark: ['提交后更改记录的原因', 'Why a record was changed after submission'],
    entries: [
      ['typing', '录入错误', '', 'Typing error'],
      ['sampling', '取样错误', '', 'Wrong sample'],
      ['remeasured', '重新测量', '', 'Measured again'],
      ['instrument', '仪器故障', '', 'Instrument fault'],
      [OTHER_REASON, '其他', '', 'Other'],
    ],
  },
  {
    dictType: qcDicts.defect,
    name: ['缺陷类型', 'Defects'],
    remark: ['外观等计数检验的缺陷', 'Defects of visual and other attribute inspections'],
    entries: [
      ['scratch', '划痕', '', 'Scratch'],
      ['pinhole', '针孔', '', 'Pinhole'],
      ['dent', '凹坑', '', 'Dent'],
      ['stain', '污渍', '', 'Stain'],
      ['burr', '毛刺', '', 'Burr'],
      ['wrinkle', '褶皱', '', 'Wrinkle'],
    ],
  },
  {
    dictType: qcDicts.cause,
    name: ['异常原因', 'Causes of signals'],
    remark: [
      '关闭异常信号、排除控制图上的点时的原因',
      'The cause given when a signal is closed or a point is excluded',
    ],
    entries: [
      ['tool', '刀具或模具磨损', '', 'Worn tool or die'],
      ['setting', '参数调整', '', 'Changed setting'],
      ['material', '材料或批次变化', '', 'Material or lot'],
      ['machine', '设备故障', '', 'Machine fault'],
      ['environment', '温湿度等环境', '', 'Environment'],
      ['gauge', '量具问题', '', 'Gauge'],
      ['method', '操作方法', '', 'Way of working'],
      ['typing', '录入错误', '', 'Typing error'],
      ['chance', '未发现特殊原因', '', 'No special cause found'],
      [OTHER_REASON, '其他', '', 'Other'],
    ],
  },
  {
    dictType: qcDicts.action,
    name: ['处理措施', 'Actions'],
    remark: ['关闭异常信号时采取的措施', 'The action taken when a signal is closed'],
    entries: [
      ['adjust', '调整参数', '', 'Adjusted'],
      ['replace', '更换刀具或零件', '', 'Replaced a part'],
      ['repair', '维修设备', '', 'Repaired'],
      ['isolate', '隔离批次', '', 'Isolated the lot'],
      ['recheck', '加严检验', '', 'Inspected more closely'],
      ['train', '培训人员', '', 'Trained people'],
      ['none', '无需措施', '', 'Nothing needed'],
      [OTHER_REASON, '其他', '', 'Other'],
    ],
  },
]
