import type { ItemField } from '../draft-item'

type Words<Meaning> = readonly (readonly [meaning: Meaning, words: string])[]

/** Maps each word to its meaning. */
const byWord = <Meaning>(table: Words<Meaning>, separator: string): ReadonlyMap<string, Meaning> =>
  new Map(table.flatMap(([meaning, words]) => words.split(separator).map((word) => [word, meaning] as const)))

/** The fields of columns without headers, in the usual order. */
export const usualFields: readonly ItemField[] = [
  'code',
  'name',
  'unit',
  'nominal',
  'lsl',
  'usl',
  'sampleSize',
  'warnLow',
  'warnHigh',
]

/** Column headers in lower case, without spaces, points and brackets. */
const heads: Words<ItemField> = [
  ['code', '编码 项目编码 代码 代号 code itemcode'],
  ['name', '名称 项目 检验项目 项目名称 name item characteristic'],
  ['nameEn', '英文名称 英文 nameen englishname english'],
  ['groupName', '组 分组 组别 group'],
  ['type', '类型 type'],
  ['unit', '单位 unit units uom'],
  ['decimals', '小数 小数位 小数位数 dec decimals precision'],
  ['nominal', '公称 公称值 目标 目标值 标准值 中值 nominal target'],
  ['lsl', '下限 规格下限 规格下限lsl lsl lower lowerlimit lowerlimitlsl min'],
  ['usl', '上限 规格上限 规格上限usl usl upper upperlimit upperlimitusl max'],
  ['warnLow', '警戒下限 下警戒 warnlow lowerwarning lwl'],
  ['warnHigh', '警戒上限 上警戒 warnhigh upperwarning uwl'],
  ['plausLow', '合理下限 plauslow plausiblefrom'],
  ['plausHigh', '合理上限 plaushigh plausibleto'],
  ['judgeMode', '比较方法 comparison'],
  ['sampleSize', 'n 样本 样本量 样本量n 子组 子组大小 samples samplesize samplesizen size'],
  ['severity', '严重度 重要度 级别 severity class'],
  ['required', '必检 必填 required'],
  ['requiredWhen', '必检条件 requiredwhen'],
  ['visibleWhen', '显示条件 shownwhen'],
  ['formula', '公式 formula'],
  ['choices', '选项 choices options'],
  ['instruction', '说明 检验说明 方法 检验方法 instruction method'],
  ['gaugeKind', '量具 器具 gauge'],
  ['spc', 'spc'],
  ['chart', '控制图 chart'],
  ['rules', '判异准则 runrules rules'],
]

const fieldOfHead = byWord(heads, ' ')

/** The field of a column header. */
export const fieldOf = (head: string) => fieldOfHead.get(head.toLowerCase().replace(/[\s._()（）/-]/g, ''))

/**
 * Words of both languages for the codes of types, severities, requirements, comparisons and charts. The codes
 * themselves are accepted as well.
 */
const codeWords: Words<string> = [
  ['numeric', '数值,数字,计量,计量型,测量'],
  ['calculated', '计算'],
  ['boolean', '是非,是/否,合格/不合格,通过/不通过,yes/no,yes or no,pass/fail'],
  ['choice', '单选,选择,下拉,single choice'],
  ['multi', '多选,复选,choices,multiple choice'],
  ['text', '文本,文字'],
  ['date', '日期'],
  ['defectives', '不合格品数'],
  ['defects', '缺陷数'],
  ['note', '说明'],
  ['critical', '致命,关键'],
  ['major', '严重,主要,重要'],
  ['minor', '轻微,次要'],
  ['info', '参考,仅记录'],
  ['always', '是,必检,yes'],
  ['never', '否,选检,optional,no'],
  ['when', '按条件,when …,when...'],
  ['absolute', '全数值比较,as measured'],
  ['rounded', '修约值比较,rounded first'],
  ['auto', '自动,automatic'],
  ['imr', 'i-mr'],
]

const codeOfWord = byWord(codeWords, ',')

/** The code of a word. An unknown word counts as a code. */
export const codeOf = (text: string): string => codeOfWord.get(text.toLowerCase()) ?? text.toLowerCase()
