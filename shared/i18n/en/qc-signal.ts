import type { qcSignalZh } from '../zh/qc-signal'

/** English words of limits and signals: what the server refuses, the list of signals, the rules they break. */
export const qcSignalEn = {
  // limits and signals: what the server refuses
  'qcLimit.noItem': 'There is no such characteristic',
  'qcLimit.tooFew':
    'Only {points} {points|point|points}: too few to estimate limits. At least {enough} are recommended',
  'qcLimit.noSpread': 'These values do not vary, so limits cannot be estimated',
  'qcLimit.chartUnfit': 'This chart does not suit this characteristic',
  'qcLimit.areasDiffer': 'The inspected areas differ, so defect counts cannot be compared: choose the u chart',
  'qcLimit.sigmaUnfit':
    'σ of this chart cannot be estimated by this method: moving ranges are for single values, the other methods for subgroups',
  'qcLimit.endsBefore': 'The end is before the start',
  'qcLimit.notTrial': 'These limits are not trial limits',
  'qcLimit.stale': 'The limits were changed by somebody else',
  'qcLimit.unfit': 'These limits do not fit the data: the values break rules more than {most} times',
  'qcLimit.notCharted': 'This record is not in a control chart',
  'qcLimit.isExcluded': 'This point is already excluded',
  'qcSignal.causeUnknown': 'There is no such cause',
  'qcSignal.actionUnknown': 'There is no such action',
  'qcSignal.stale': 'Somebody else has handled the signal',
  'qcSignal.notWhile.open': 'This cannot be done while the signal is open',
  'qcSignal.notWhile.acknowledged': 'This cannot be done once the signal is acknowledged',
  'qcSignal.notWhile.closed': 'This cannot be done once the signal is closed',
  'qcSignal.notWhile.withdrawn': 'This cannot be done once the signal is withdrawn',

  // signals: their list, the bell, and what is done about them
  'qcSignal.title': 'Signals',
  'qcSignal.intro':
    'A signal is raised when values break a run rule. Acknowledge it when somebody investigates. Close it with a cause and an action.',
  'qcSignal.empty': 'No signals to handle',
  'qcSignal.what': 'What happened',
  'qcSignal.item': 'Item',
  'qcSignal.anyItem': 'Any item',
  'qcSignal.record': 'Record',
  'qcSignal.rule': 'Rule',
  'qcSignal.anyRule': 'Any rule',
  'qcSignal.detectedAt': 'Detected at',
  'qcSignal.state.waiting': 'Open and acknowledged',
  'qcSignal.state.all': 'Any status',
  'qcSignal.state.open': 'Open',
  'qcSignal.state.acknowledged': 'Acknowledged',
  'qcSignal.state.closed': 'Closed',
  'qcSignal.state.withdrawn': 'Withdrawn',
  'qcSignal.sentence': '{rule}: {words}',
  'qcSignal.figures': '{stat}, limits {lcl} to {ucl}',
  'qcSignal.chart': 'Control chart',
  'qcSignal.acknowledge': 'Acknowledge',
  'qcSignal.close': 'Close',
  'qcSignal.acknowledgeOne': 'Acknowledge signal',
  'qcSignal.closeOne': 'Close signal',
  'qcSignal.acknowledgeMany': 'Acknowledge {count} {count|signal|signals}',
  'qcSignal.closeMany': 'Close {count} {count|signal|signals}',
  'qcSignal.acknowledgeText':
    'This shows that somebody knows of the signal and investigates it. The cause and action are entered when it is closed.',
  'qcSignal.closeText': 'All of these signals get the same cause and action.',
  'qcSignal.noneOpen': 'None of the selected signals can be handled in this way',
  'qcSignal.cause': 'Cause',
  'qcSignal.action': 'Action',
  'qcSignal.comment': 'Comment',
  'qcSignal.left': '{count} done, {left} not done: {reason}',
  'qcSignal.acknowledgedBy': 'Acknowledged by {name} at {time}',
  'qcSignal.closedBy': 'Closed by {name} at {time}',
  'qcSignal.tab': 'Signals',
  'qcSignal.openHere': 'This record has {count} open {count|signal|signals}. Review {count|it|them} before you sign',
  'qcSignal.openAfterSigning': 'This record still has {count} open {count|signal|signals}',
  'qcSignal.noneHere': 'This record breaks no run rule',
  'qcSignal.jump': 'Too far from the previous value',
  'qcSignal.spread': 'Spread outside its control limits',
  'qcSignal.bell': 'Signals: {count} open',
  'qcSignal.bellNone': 'No open signals',
  'qcSignal.oldest': 'The oldest was detected at {time}',
  'qcSignal.offline': 'The live connection is lost. Data is updated once a minute.',
  'qcSignal.all': 'All open signals',
  'qcSignal.new': 'New signal: {item}, {what}',
  'qcSignal.newMany': 'New signal: {item}, {what}, and {count} more',
  'qcSignal.ng': 'Record {recordNo} is NG',
  'qcSignal.wouldBreak': 'This value would break {rules}',
  'qcSignal.jumpRule': 'the limits for the difference from the previous value',
  'qcSignal.spreadRule': 'the limits for the spread',
  'qcSignal.recentSays': 'The last {count} {count|point|points} range from {low} to {high}; current entry: {value}',
  'qcSignal.capability': 'Capability of the last {records} records up to this one ({count} {count|value|values})',

  // rules in words: read by client/ui/qc/rule-words.ts
  'qcSignal.rule.1.upper':
    'The point at {time} is above the upper control limit: a special cause is very likely. Check for a typing error first, then for a broken tool or wrong material.',
  'qcSignal.rule.1.lower':
    'The point at {time} is below the lower control limit: a special cause is very likely. Check for a typing error first, then for a broken tool or wrong material.',
  'qcSignal.rule.2.upper':
    '{count} points in a row above the centre line: the process mean has probably moved up since {time}. Check for a changed setting or a new lot.',
  'qcSignal.rule.2.lower':
    '{count} points in a row below the centre line: the process mean has probably moved down since {time}. Check for a changed setting or a new lot.',
  'qcSignal.rule.3.upper':
    '{count} points in a row, each higher than the one before: the process has drifted up since {time}. Check for tool wear first, then for a change of temperature.',
  'qcSignal.rule.3.lower':
    '{count} points in a row, each lower than the one before: the process has drifted down since {time}. Check for tool wear first, then for a change of temperature.',
  'qcSignal.rule.1.fewer':
    'Fewer defects at {time} than the lower control limit: the process improved, or defects were missed. Check first whether defects were missed, not recorded or judged differently, then what improved and can be kept.',
  'qcSignal.rule.2.fewer':
    '{count} points in a row below the centre line: there are probably fewer defects since {time}. Check first for a change of inspectors or criteria, then what improved and can be kept.',
  'qcSignal.rule.3.fewer':
    '{count} points in a row, each lower than the one before: defects have decreased since {time}. Check first whether inspection has become lax, then what improved and can be kept.',
  'qcSignal.rule.4.none':
    '{count} points in a row going up and down in turn: two sources have probably alternated since {time}. Check for two machines or shifts in one chart first, then for over-adjustment.',
  'qcSignal.rule.5.upper':
    '{count} of three consecutive points are more than 2σ above the centre line: the mean may have begun to move up at {time}. Check the latest settings and any new material.',
  'qcSignal.rule.5.lower':
    '{count} of three consecutive points are more than 2σ below the centre line: the mean may have begun to move down at {time}. Check the latest settings and any new material.',
  'qcSignal.rule.6.upper':
    '{count} of five consecutive points are more than 1σ above the centre line: the mean may have moved up slightly since {time}. Check the latest settings first, then for gradual changes in the machine.',
  'qcSignal.rule.6.lower':
    '{count} of five consecutive points are more than 1σ below the centre line: the mean may have moved down slightly since {time}. Check the latest settings first, then for gradual changes in the machine.',
  'qcSignal.rule.7.none':
    '{count} points in a row within 1σ of the centre line: the variation has been unusually small since {time}. Check for parts from different sources in one subgroup first, then whether the σ of the limits is out of date.',
  'qcSignal.rule.8.none':
    '{count} points in a row beyond 1σ, on both sides: two populations have probably been mixed since {time}. Check for different machines or cavities first, then for different suppliers.',
  'qcSignal.rule.spread.upper':
    'The spread at {time} is above its upper control limit: the pieces of one subgroup suddenly differ more. Check for a typing error first, then for a loose clamp or bearing.',
  'qcSignal.rule.spread.lower':
    'The spread at {time} is below its lower control limit: the pieces of one subgroup differ unusually little. Check whether the gauge sticks first, then whether readings were copied.',
  'qcSignal.rule.jump.upper':
    'The value at {time} is too far from the previous value. Check for a typing error first, then for new material or a recent adjustment.',
  'qcSignal.rule.jump.lower':
    'The value at {time} is unusually close to the previous value. Check whether the gauge sticks first, then whether readings were copied.',
  'qcSignal.rule.ewma.upper':
    'The EWMA is above its upper limit: the mean has shifted up slightly and persistently by {time}. Check for wear and drift first, then for a new lot.',
  'qcSignal.rule.ewma.lower':
    'The EWMA is below its lower limit: the mean has shifted down slightly and persistently by {time}. Check for wear and drift first, then for a new lot.',
  'qcSignal.rule.cusum.upper':
    'The cumulative sum is beyond its upper decision interval: the mean began to move up at about {time}. Check for settings changed then, and for a new lot.',
  'qcSignal.rule.cusum.lower':
    'The cumulative sum is beyond its lower decision interval: the mean began to move down at about {time}. Check for settings changed then, and for a new lot.',
  'qcSignal.nelson': 'Nelson {no}',
  'qcSignal.we': 'Western Electric {no}',
  'qcSignal.test.1': 'One point beyond the limits',
  'qcSignal.test.2': '{count} in a row on one side',
  'qcSignal.test.3': '{count} in a row rising or falling',
  'qcSignal.test.4': '{count} in a row up and down',
  'qcSignal.test.5': 'Two of three beyond 2σ',
  'qcSignal.test.6': 'Four of five beyond 1σ',
  'qcSignal.test.7': '{count} in a row within 1σ',
  'qcSignal.test.8': '{count} in a row beyond 1σ',
} as const satisfies Record<keyof typeof qcSignalZh, string>
