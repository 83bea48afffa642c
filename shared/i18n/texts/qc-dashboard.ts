/** Texts of quality control on the dashboard: the meaning of a signal, and the time of the figures. */
export const qcDashboardTexts = {
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

  // rules in words: read by shared/qc/analysis/rule-words.ts
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
  // rules 5 and 6 need k of k + 1 points, and k is adjustable: at most one other point lies between two of theirs
  'qcSignal.rule.5.upper': [
    '几乎连续的 {count} 点高出中心线 2σ 以上：自 {time} 起均值可能开始上移。查最近的设定和换料。',
    '{count} points almost in a row are more than 2σ above the centre line: the mean may have begun to move up at {time}. Check the latest settings and any new material.',
  ],
  'qcSignal.rule.5.lower': [
    '几乎连续的 {count} 点低于中心线 2σ 以上：自 {time} 起均值可能开始下移。查最近的设定和换料。',
    '{count} points almost in a row are more than 2σ below the centre line: the mean may have begun to move down at {time}. Check the latest settings and any new material.',
  ],
  'qcSignal.rule.6.upper': [
    '几乎连续的 {count} 点高出中心线 1σ 以上：自 {time} 起均值可能小幅上移。查最近的设定，再查设备是否渐变。',
    '{count} points almost in a row are more than 1σ above the centre line: the mean may have moved up slightly since {time}. Check the latest settings first, then for gradual changes in the machine.',
  ],
  'qcSignal.rule.6.lower': [
    '几乎连续的 {count} 点低于中心线 1σ 以上：自 {time} 起均值可能小幅下移。查最近的设定，再查设备是否渐变。',
    '{count} points almost in a row are more than 1σ below the centre line: the mean may have moved down slightly since {time}. Check the latest settings first, then for gradual changes in the machine.',
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

  'qcWall.asOf': ['数据截至 {time}', 'Data as of {time}'],
} as const
