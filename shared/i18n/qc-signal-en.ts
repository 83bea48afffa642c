import type { qcSignalZh } from './qc-signal-zh'

/** English words of limits and signals: what the server refuses, the list of signals, the rules they break. */
export const qcSignalEn = {
  // limits and signals: what the server refuses
  'qcLimit.noItem': 'There is no such characteristic',
  'qcLimit.tooFew':
    'Only {points} {points|point|points}: too few to estimate limits from. At least {enough} are advised',
  'qcLimit.noSpread': 'These values do not vary: no limits can be estimated',
  'qcLimit.chartUnfit': 'This chart does not fit what is measured',
  'qcLimit.areasDiffer': 'The inspected areas differ, so numbers of defects cannot be compared: choose the u chart',
  'qcLimit.sigmaUnfit':
    'σ of this chart cannot be estimated in this way: moving ranges are for single values, the other ways for subgroups',
  'qcLimit.endsBefore': 'It ends before it begins',
  'qcLimit.notTrial': 'These limits are not on trial',
  'qcLimit.stale': 'The limits were changed by somebody else',
  'qcLimit.unfit': 'These limits do not fit: the values break their rules more than {most} times',
  'qcLimit.notCharted': 'This record is in no control chart',
  'qcLimit.isExcluded': 'This point is excluded already',
  'qcSignal.causeUnknown': 'There is no such cause',
  'qcSignal.actionUnknown': 'There is no such action',
  'qcSignal.stale': 'The signal was dealt with by somebody else',
  'qcSignal.notWhile.open': 'This cannot be done while the signal is open',
  'qcSignal.notWhile.acknowledged': 'This cannot be done once the signal is acknowledged',
  'qcSignal.notWhile.closed': 'This cannot be done once the signal is closed',
  'qcSignal.notWhile.withdrawn': 'This cannot be done once the signal is withdrawn',

  // signals: their list, the bell, and what is done about them
  'qcSignal.title': 'Signals',
  'qcSignal.intro':
    'Found when values break a run rule. Acknowledge that somebody looks into it; close it with cause and action.',
  'qcSignal.empty': 'No signal is waiting',
  'qcSignal.what': 'What happened',
  'qcSignal.item': 'Item',
  'qcSignal.anyItem': 'Any item',
  'qcSignal.record': 'Record',
  'qcSignal.rule': 'Rule',
  'qcSignal.anyRule': 'Any rule',
  'qcSignal.detectedAt': 'Found at',
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
    'Says that somebody knows and looks into it. Cause and action are given when it is closed.',
  'qcSignal.closeText': 'All of them get the same cause and action.',
  'qcSignal.noneOpen': 'None of the chosen signals can be dealt with like this',
  'qcSignal.cause': 'Cause',
  'qcSignal.action': 'Action',
  'qcSignal.comment': 'Comment',
  'qcSignal.left': '{count} done, {left} not: {reason}',
  'qcSignal.acknowledgedBy': 'Acknowledged by {name} at {time}',
  'qcSignal.closedBy': 'Closed by {name} at {time}',
  'qcSignal.tab': 'Signals',
  'qcSignal.openHere':
    '{count} {count|signal|signals} of this record {count|is|are} open: look at {count|it|them} before you sign',
  'qcSignal.openAfterSigning': '{count} {count|signal|signals} of this record {count|is|are} still open',
  'qcSignal.noneHere': 'This record breaks no run rule',
  'qcSignal.jump': 'Too far from the value before',
  'qcSignal.spread': 'Spread beyond its control limits',
  'qcSignal.bell': 'Signals: {count} open',
  'qcSignal.bellNone': 'No open signals',
  'qcSignal.oldest': 'The oldest was found at {time}',
  'qcSignal.offline': 'The live connection is lost; this is updated once a minute.',
  'qcSignal.all': 'All open signals',
  'qcSignal.new': 'New signal: {item}, {what}',
  'qcSignal.newMany': 'New signal: {item}, {what}, and {count} more',
  'qcSignal.ng': 'Record {recordNo} is NG',
  'qcSignal.wouldBreak': 'This value would break {rules}',
  'qcSignal.jumpRule': 'the limits of the way from the value before',
  'qcSignal.spreadRule': 'the limits of the spread',
  'qcSignal.recentSays': 'The last {count} {count|point|points}, from {low} to {high}; being entered: {value}',
  'qcSignal.capability': 'Capability of the last {records} records up to this one ({count} {count|value|values})',

  // rules in words: read by client/ui/qc/rule-words.ts
  'qcSignal.rule.1.upper':
    'The point of {time} lies above the upper control limit: something special has very likely happened. Look for a typing error first, then for a broken tool or the wrong material.',
  'qcSignal.rule.1.lower':
    'The point of {time} lies below the lower control limit: something special has very likely happened. Look for a typing error first, then for a broken tool or the wrong material.',
  'qcSignal.rule.2.upper':
    '{count} points in a row above the centre line: the process mean has probably moved up since {time}. Look for a changed setting, or a new lot.',
  'qcSignal.rule.2.lower':
    '{count} points in a row below the centre line: the process mean has probably moved down since {time}. Look for a changed setting, or a new lot.',
  'qcSignal.rule.3.upper':
    '{count} points in a row, each higher than the one before: the process has drifted up since {time}. Look for wear of the tool, then for a change of temperature.',
  'qcSignal.rule.3.lower':
    '{count} points in a row, each lower than the one before: the process has drifted down since {time}. Look for wear of the tool, then for a change of temperature.',
  'qcSignal.rule.1.fewer':
    'Fewer defects at {time} than the lower control limit: an improvement, or some were missed. Look whether any were missed, not written down or judged otherwise, then for what was improved and can be kept.',
  'qcSignal.rule.2.fewer':
    '{count} points in a row below the centre line: there are probably fewer defects since {time}. Look for other inspectors or criteria first, then for what was improved and can be kept.',
  'qcSignal.rule.3.fewer':
    '{count} points in a row, each lower than the one before: defects have become fewer since {time}. Look whether inspection has become lax, then for what was improved and can be kept.',
  'qcSignal.rule.4.none':
    '{count} points in a row going up and down in turn: since {time} two sources probably alternate. Look for two machines or shifts in one chart, then for adjusting too often.',
  'qcSignal.rule.5.upper':
    '{count} of three neighbouring points lie more than 2σ above the centre line: the mean may have begun to move up at {time}. Look at the latest settings, and at new material.',
  'qcSignal.rule.5.lower':
    '{count} of three neighbouring points lie more than 2σ below the centre line: the mean may have begun to move down at {time}. Look at the latest settings, and at new material.',
  'qcSignal.rule.6.upper':
    '{count} of five neighbouring points lie more than 1σ above the centre line: the mean may have moved up a little since {time}. Look at the latest settings, then for slow changes of the machine.',
  'qcSignal.rule.6.lower':
    '{count} of five neighbouring points lie more than 1σ below the centre line: the mean may have moved down a little since {time}. Look at the latest settings, then for slow changes of the machine.',
  'qcSignal.rule.7.none':
    '{count} points in a row within 1σ of the centre line: since {time} they vary less than they should. Look for pieces of different sources in one subgroup, then whether the σ of the limits is out of date.',
  'qcSignal.rule.8.none':
    '{count} points in a row beyond 1σ, on both sides: since {time} two populations are probably mixed. Look for different machines or cavities, then for different suppliers.',
  'qcSignal.rule.spread.upper':
    'The spread of {time} lies above its upper control limit: pieces of one group suddenly differ more. Look for a typing error first, then for a loose clamp or bearing.',
  'qcSignal.rule.spread.lower':
    'The spread of {time} lies below its lower control limit: pieces of one group differ less than they should. Look whether the gauge sticks, then whether readings were copied.',
  'qcSignal.rule.jump.upper':
    'The value of {time} is too far from the one before. Look for a typing error first, then for new material or a setting just changed.',
  'qcSignal.rule.jump.lower':
    'The value of {time} is closer to the one before than it should be. Look whether the gauge sticks, then whether readings were copied.',
  'qcSignal.rule.ewma.upper':
    'The EWMA lies above its upper limit: by {time} the mean has moved up by a little, and stayed there. Look for wear and drift, then for a new lot.',
  'qcSignal.rule.ewma.lower':
    'The EWMA lies below its lower limit: by {time} the mean has moved down by a little, and stayed there. Look for wear and drift, then for a new lot.',
  'qcSignal.rule.cusum.upper':
    'The cumulative sum passed its upper bound: the mean began to move up at about {time}. Look for settings changed then, and for a new lot.',
  'qcSignal.rule.cusum.lower':
    'The cumulative sum passed its lower bound: the mean began to move down at about {time}. Look for settings changed then, and for a new lot.',
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
