/** Texts of limits and signals: refusals of the server, the list of signals, the rules they break. */
export const qcSignalTexts = {
  // limits and signals: what the server refuses
  'qcLimit.noItem': ['没有这个检验项目', 'There is no such characteristic'],
  'qcLimit.tooFew': [
    '只有 {points} 个点，不足以估计控制限；建议至少 {enough} 个',
    'Only {points} {points|point|points}: too few to estimate limits. At least {enough} are recommended',
  ],
  'qcLimit.noSpread': ['这些值没有差异，无法估计控制限', 'These values do not vary, so limits cannot be estimated'],
  'qcLimit.chartUnfit': ['这种控制图不适用于这个检验项目', 'This chart does not suit this characteristic'],
  'qcLimit.areasDiffer': [
    '检验面积不相同，缺陷数不能直接比较：请选 u 图',
    'The inspected areas differ, so defect counts cannot be compared: choose the u chart',
  ],
  'qcLimit.sigmaUnfit': [
    '这种控制图不能用这种方法估计 σ：移动极差用于单值，其他方法用于子组',
    'σ of this chart cannot be estimated by this method: moving ranges are for single values, the other methods for subgroups',
  ],
  'qcLimit.endsBefore': ['结束早于开始', 'The end is before the start'],
  'qcLimit.notTrial': ['这组控制限不在试用中', 'These limits are not trial limits'],
  'qcLimit.stale': ['控制限已被他人修改', 'The limits were changed by somebody else'],
  'qcLimit.unfit': [
    '这些控制限与数据不符：已触发超过 {most} 次规则',
    'These limits do not fit the data: the values break rules more than {most} times',
  ],
  'qcLimit.notCharted': ['这条记录不在控制图中', 'This record is not in a control chart'],
  'qcLimit.isExcluded': ['这个点已被排除', 'This point is already excluded'],
  'qcSignal.causeUnknown': ['没有这个原因', 'There is no such cause'],
  'qcSignal.actionUnknown': ['没有这个措施', 'There is no such action'],
  'qcSignal.stale': ['信号已被他人处理', 'Somebody else has handled the signal'],
  'qcSignal.notWhile.open': ['信号未处理，不能这样做', 'This cannot be done while the signal is open'],
  'qcSignal.notWhile.acknowledged': ['信号已确认，不能这样做', 'This cannot be done once the signal is acknowledged'],
  'qcSignal.notWhile.closed': ['信号已关闭，不能这样做', 'This cannot be done once the signal is closed'],
  'qcSignal.notWhile.withdrawn': ['信号已撤销，不能这样做', 'This cannot be done once the signal is withdrawn'],

  // signals: their list, the bell, and what is done about them
  'qcSignal.title': ['异常信号', 'Signals'],
  'qcSignal.intro': [
    '检测值违反判异准则时产生。先确认有人在查，查明后填写原因和措施关闭。',
    'A signal is raised when values break a run rule. Acknowledge it when somebody investigates. Close it with a cause and an action.',
  ],
  'qcSignal.empty': ['没有待处理的异常信号', 'No signals to handle'],
  'qcSignal.what': ['异常情况', 'What happened'],
  'qcSignal.anyItem': ['全部项目', 'Any item'],
  'qcSignal.record': ['质检记录', 'Record'],
  'qcSignal.rule': ['判异准则', 'Rule'],
  'qcSignal.state.waiting': ['未处理和已确认', 'Open and acknowledged'],
  'qcSignal.state.all': ['全部状态', 'Any status'],
  'qcSignal.anyRule': ['全部准则', 'Any rule'],
  'qcSignal.detectedAt': ['发现时间', 'Detected at'],
  'qcSignal.state.open': ['未处理', 'Open'],
  'qcSignal.state.acknowledged': ['已确认', 'Acknowledged'],
  'qcSignal.state.closed': ['已关闭', 'Closed'],
  'qcSignal.state.withdrawn': ['已撤销', 'Withdrawn'],
  'qcSignal.noOpen': ['没有未处理的信号。', 'No signal is open.'],
  'qcSignal.whyThis': ['为什么显示这张图？', 'Why this chart?'],
  'qcSignal.whyNewest': [
    '显示最新的未处理信号所在的检验项目。',
    'It shows the characteristic of the newest open signal.',
  ],
  'qcSignal.whyFirst': [
    '没有未处理的信号时，显示第一个进入控制图的检验项目。',
    'Without an open signal it shows the first charted characteristic.',
  ],
  'qcSignal.sentence': ['{rule}：{words}', '{rule}: {words}'],
  'qcSignal.figures': ['{stat}，控制限 {lcl} ～ {ucl}', '{stat}, limits {lcl} to {ucl}'],
  'qcSignal.chart': ['查看控制图', 'Control chart'],
  'qcSignal.acknowledge': ['确认', 'Acknowledge'],
  'qcSignal.close': ['关闭', 'Close'],
  'qcSignal.acknowledgeOne': ['确认信号', 'Acknowledge signal'],
  'qcSignal.closeOne': ['关闭信号', 'Close signal'],
  'qcSignal.acknowledgeMany': ['确认 {count} 个信号', 'Acknowledge {count} {count|signal|signals}'],
  'qcSignal.closeMany': ['关闭 {count} 个信号', 'Close {count} {count|signal|signals}'],
  'qcSignal.acknowledgeText': [
    '表示有人已知道并在查。原因和措施在关闭时填写。',
    'This shows that somebody knows of the signal and investigates it. The cause and action are entered when it is closed.',
  ],
  'qcSignal.closeText': ['这些信号的原因和措施相同。', 'All of these signals get the same cause and action.'],
  'qcSignal.noneOpen': ['所选信号都不能这样处理', 'None of the selected signals can be handled in this way'],
  'qcSignal.cause': ['原因', 'Cause'],
  'qcSignal.action': ['措施', 'Action'],
  'qcSignal.comment': ['说明', 'Comment'],
  'qcSignal.left': ['已处理 {count} 个，{left} 个没有处理：{reason}', '{count} done, {left} not done: {reason}'],
  'qcSignal.acknowledgedBy': ['{name} 于 {time} 确认', 'Acknowledged by {name} at {time}'],
  'qcSignal.closedBy': ['{name} 于 {time} 关闭', 'Closed by {name} at {time}'],
  'qcSignal.openHere': [
    '本记录有 {count} 个未处理的异常信号，签名前请先查看',
    'This record has {count} open {count|signal|signals}. Review {count|it|them} before you sign',
  ],
  'qcSignal.openAfterSigning': [
    '本记录有 {count} 个异常信号未处理',
    'This record still has {count} open {count|signal|signals}',
  ],
  'qcSignal.noneHere': ['这条记录没有违反判异准则', 'This record breaks no run rule'],
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
  'qcSignal.wouldBreak': ['该值将违反 {rules}', 'This value would break {rules}'],
  'qcSignal.jumpRule': ['与前一个值之差的控制限', 'the limits for the difference from the previous value'],
  'qcSignal.spreadRule': ['组内波动的控制限', 'the limits for the spread'],
  'qcSignal.recentSays': [
    '最近 {count} 点，范围 {low} ～ {high}；正在录入 {value}',
    'The last {count} {count|point|points} range from {low} to {high}; current entry: {value}',
  ],
  'qcSignal.capability': [
    '到这条记录为止最近 {records} 条记录的过程能力 ({count} 个值)',
    'Capability of the last {records} records up to this one ({count} {count|value|values})',
  ],

  // rules in words: read by client/ui/qc/rule-words.ts
  'qcSignal.rule.1.upper': [
    '{time} 的点高于控制上限，很可能有特殊原因。先查录入是否有误，再查刀具、工装是否损坏或用错料。',
    'The point at {time} is above the upper control limit: a special cause is very likely. Check for a typing error first, then for a broken tool or wrong material.',
  ],
  'qcSignal.rule.1.lower': [
    '{time} 的点低于控制下限，很可能有特殊原因。先查录入是否有误，再查刀具、工装是否损坏或用错料。',
    'The point at {time} is below the lower control limit: a special cause is very likely. Check for a typing error first, then for a broken tool or wrong material.',
  ],
  'qcSignal.rule.2.upper': [
    '连续 {count} 点位于中心线上方：自 {time} 起过程均值可能已上移。查设定是否改过、是否换了批次。',
    '{count} points in a row above the centre line: the process mean has probably moved up since {time}. Check for a changed setting or a new lot.',
  ],
  'qcSignal.rule.2.lower': [
    '连续 {count} 点位于中心线下方：自 {time} 起过程均值可能已下移。查设定是否改过、是否换了批次。',
    '{count} points in a row below the centre line: the process mean has probably moved down since {time}. Check for a changed setting or a new lot.',
  ],
  'qcSignal.rule.3.upper': [
    '连续 {count} 点持续上升：自 {time} 起过程在漂移。查刀具、模具磨损，再查温度变化。',
    '{count} points in a row, each higher than the one before: the process has drifted up since {time}. Check for tool wear first, then for a change of temperature.',
  ],
  'qcSignal.rule.3.lower': [
    '连续 {count} 点持续下降：自 {time} 起过程在漂移。查刀具、模具磨损，再查温度变化。',
    '{count} points in a row, each lower than the one before: the process has drifted down since {time}. Check for tool wear first, then for a change of temperature.',
  ],
  'qcSignal.rule.1.fewer': [
    '{time} 的不合格 (缺陷) 少于控制下限：可能有了改进，也可能漏检。先查是否漏检、少记或改了判定标准，再查做了什么改进、能否保持。',
    'Fewer defects at {time} than the lower control limit: the process improved, or defects were missed. Check first whether defects were missed, not recorded or judged differently, then what improved and can be kept.',
  ],
  'qcSignal.rule.2.fewer': [
    '连续 {count} 点低于中心线：自 {time} 起不合格 (缺陷) 可能减少了。先查检验员、判定标准是否变了，再查做了什么改进、能否保持。',
    '{count} points in a row below the centre line: there are probably fewer defects since {time}. Check first for a change of inspectors or criteria, then what improved and can be kept.',
  ],
  'qcSignal.rule.3.fewer': [
    '连续 {count} 点持续下降：自 {time} 起不合格 (缺陷) 在减少。先查检验是否越来越松，再查做了什么改进、能否保持。',
    '{count} points in a row, each lower than the one before: defects have decreased since {time}. Check first whether inspection has become lax, then what improved and can be kept.',
  ],
  'qcSignal.rule.4.none': [
    '连续 {count} 点一上一下交替：自 {time} 起可能有两个来源轮流出现。查两台设备或两个班次是否混在一张图上，再查是否调整过度。',
    '{count} points in a row going up and down in turn: two sources have probably alternated since {time}. Check for two machines or shifts in one chart first, then for over-adjustment.',
  ],
  'qcSignal.rule.5.upper': [
    '相邻 3 点中有 {count} 点高出中心线 2σ 以上：自 {time} 起均值可能开始上移。查最近的设定和换料。',
    '{count} of three consecutive points are more than 2σ above the centre line: the mean may have begun to move up at {time}. Check the latest settings and any new material.',
  ],
  'qcSignal.rule.5.lower': [
    '相邻 3 点中有 {count} 点低于中心线 2σ 以上：自 {time} 起均值可能开始下移。查最近的设定和换料。',
    '{count} of three consecutive points are more than 2σ below the centre line: the mean may have begun to move down at {time}. Check the latest settings and any new material.',
  ],
  'qcSignal.rule.6.upper': [
    '相邻 5 点中有 {count} 点高出中心线 1σ 以上：自 {time} 起均值可能小幅上移。查最近的设定，再查设备是否渐变。',
    '{count} of five consecutive points are more than 1σ above the centre line: the mean may have moved up slightly since {time}. Check the latest settings first, then for gradual changes in the machine.',
  ],
  'qcSignal.rule.6.lower': [
    '相邻 5 点中有 {count} 点低于中心线 1σ 以上：自 {time} 起均值可能小幅下移。查最近的设定，再查设备是否渐变。',
    '{count} of five consecutive points are more than 1σ below the centre line: the mean may have moved down slightly since {time}. Check the latest settings first, then for gradual changes in the machine.',
  ],
  'qcSignal.rule.7.none': [
    '连续 {count} 点都在中心线 1σ 以内：自 {time} 起波动小得反常。查子组里是否混了不同来源的件，再查控制限的 σ 是否已过时。',
    '{count} points in a row within 1σ of the centre line: the variation has been unusually small since {time}. Check for parts from different sources in one subgroup first, then whether the σ of the limits is out of date.',
  ],
  'qcSignal.rule.8.none': [
    '连续 {count} 点都在中心线 1σ 以外且两侧都有：自 {time} 起可能混有两个总体。查设备、模腔，再查供应商是否不同。',
    '{count} points in a row beyond 1σ, on both sides: two populations have probably been mixed since {time}. Check for different machines or cavities first, then for different suppliers.',
  ],
  'qcSignal.rule.spread.upper': [
    '{time} 的组内波动高于控制上限：同一组的件突然差异变大。先查录入是否有误，再查夹具、轴承是否松动。',
    'The spread at {time} is above its upper control limit: the pieces of one subgroup suddenly differ more. Check for a typing error first, then for a loose clamp or bearing.',
  ],
  'qcSignal.rule.spread.lower': [
    '{time} 的组内波动低于控制下限：同一组的件相差小得反常。查量具是否卡滞，再查读数是否照抄。',
    'The spread at {time} is below its lower control limit: the pieces of one subgroup differ unusually little. Check whether the gauge sticks first, then whether readings were copied.',
  ],
  'qcSignal.rule.jump.upper': [
    '{time} 的值与前一个值相差太大。先查录入是否有误，再查是否刚换料或调整过设备。',
    'The value at {time} is too far from the previous value. Check for a typing error first, then for new material or a recent adjustment.',
  ],
  'qcSignal.rule.jump.lower': [
    '{time} 的值与前一个值相差小得反常。查量具是否卡滞，再查读数是否照抄。',
    'The value at {time} is unusually close to the previous value. Check whether the gauge sticks first, then whether readings were copied.',
  ],
  'qcSignal.rule.ewma.upper': [
    'EWMA 高于控制上限：到 {time} 为止，均值已小幅、持续地上移。查磨损、漂移，再查换批。',
    'The EWMA is above its upper limit: the mean has shifted up slightly and persistently by {time}. Check for wear and drift first, then for a new lot.',
  ],
  'qcSignal.rule.ewma.lower': [
    'EWMA 低于控制下限：到 {time} 为止，均值已小幅、持续地下移。查磨损、漂移，再查换批。',
    'The EWMA is below its lower limit: the mean has shifted down slightly and persistently by {time}. Check for wear and drift first, then for a new lot.',
  ],
  'qcSignal.rule.cusum.upper': [
    '累积和越过上侧判定限：均值自 {time} 前后开始上移。查当时的设定改动，再查换批。',
    'The cumulative sum is beyond its upper decision interval: the mean began to move up at about {time}. Check for settings changed then, and for a new lot.',
  ],
  'qcSignal.rule.cusum.lower': [
    '累积和越过下侧判定限：均值自 {time} 前后开始下移。查当时的设定改动，再查换批。',
    'The cumulative sum is beyond its lower decision interval: the mean began to move down at about {time}. Check for settings changed then, and for a new lot.',
  ],
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
