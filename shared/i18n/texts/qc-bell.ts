/** Texts of the bell in the top bar of every page; loaded without the texts of quality control. */
export const qcBellTexts = {
  'qcSignal.title': ['异常信号', 'Signals'],
  'qcSignal.jump': ['与前一个值相差超出控制限', 'Too far from the previous value'],
  'qcSignal.spread': ['组内波动超出控制限', 'Spread outside its control limits'],
  'qcSignal.bell': ['异常信号：{count} 个未处理', 'Signals: {count} open'],
  'qcSignal.bellNone': ['没有未处理的异常信号', 'No open signals'],
  'qcSignal.oldest': ['最早的发现于 {time}', 'The oldest was detected at {time}'],
  'qcSignal.offline': [
    '实时连接已断开，每分钟更新一次。',
    'The live connection is lost. Data is updated once a minute.',
  ],
  'qcSignal.all': ['全部未处理信号', 'All open signals'],
  'qcSignal.new': ['新的异常信号：{item}，{what}', 'New signal: {item}, {what}'],
  'qcSignal.newMany': ['新的异常信号：{item}，{what}，另有 {count} 个', 'New signal: {item}, {what}, and {count} more'],
  'qcSignal.ng': ['不合格记录 {recordNo}', 'Record {recordNo} is NG'],

  // rules in a few words: read by shared/qc/analysis/rule-words.ts
  'qcSignal.nelson': ['Nelson {no}', 'Nelson {no}'],
  'qcSignal.we': ['WECO {no} (西方电气)', 'Western Electric {no}'],
  'qcSignal.test.1': ['1 点超出控制限', 'One point beyond the limits'],
  'qcSignal.test.2': ['连续 {count} 点在同一侧', '{count} in a row on one side'],
  'qcSignal.test.3': ['连续 {count} 点升或降', '{count} in a row rising or falling'],
  'qcSignal.test.4': ['连续 {count} 点上下交替', '{count} in a row up and down'],
  'qcSignal.test.5': ['3 点中 2 点超出 2σ', 'Two of three beyond 2σ'],
  'qcSignal.test.6': ['5 点中 4 点超出 1σ', 'Four of five beyond 1σ'],
  'qcSignal.test.7': ['连续 {count} 点在 1σ 内', '{count} in a row within 1σ'],
  'qcSignal.test.8': ['连续 {count} 点在 1σ 外', '{count} in a row beyond 1σ'],
} as const
