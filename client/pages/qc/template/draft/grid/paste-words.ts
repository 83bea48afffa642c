import type { ItemField } from '../draft-item'

/** Columns of a sheet without heads. */
export const usual: readonly ItemField[] = [
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

/** What sheets call the fields, in lower case and without spaces, points and brackets. */
const heads: ReadonlyMap<string, ItemField> = new Map(
  (
    [
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
      ['plausLow', '合理下限 plauslow'],
      ['plausHigh', '合理上限 plaushigh'],
      ['sampleSize', 'n 样本 样本量 样本量n 子组 子组大小 samples samplesize samplesizen size'],
      ['severity', '严重度 重要度 级别 severity class'],
      ['required', '必检 必填 required'],
      ['formula', '公式 formula'],
      ['choices', '选项 choices options'],
      ['instruction', '说明 检验说明 方法 检验方法 instruction method'],
      ['gaugeKind', '量具 器具 gauge'],
      ['spc', 'spc 控制图'],
    ] as const
  ).flatMap(([field, words]) => words.split(' ').map((word) => [word, field] as const)),
)

/** The field that the head of a column means. */
export const fieldOf = (head: string): ItemField | undefined =>
  heads.get(head.toLowerCase().replace(/[\s._()（）/-]/g, ''))

/** Words for the values of choices, in both languages, beside the codes themselves. */
const values: Readonly<Record<string, string>> = {
  数值: 'numeric',
  数字: 'numeric',
  计量: 'numeric',
  计量型: 'numeric',
  测量: 'numeric',
  计算: 'calculated',
  是非: 'boolean',
  '是/否': 'boolean',
  '合格/不合格': 'boolean',
  '通过/不通过': 'boolean',
  'yes/no': 'boolean',
  'yes or no': 'boolean',
  'pass/fail': 'boolean',
  单选: 'choice',
  选择: 'choice',
  下拉: 'choice',
  'single choice': 'choice',
  多选: 'multi',
  复选: 'multi',
  choices: 'multi',
  'multiple choice': 'multi',
  文本: 'text',
  文字: 'text',
  日期: 'date',
  不合格品数: 'defectives',
  缺陷数: 'defects',
  说明: 'note',
  致命: 'critical',
  关键: 'critical',
  严重: 'major',
  主要: 'major',
  重要: 'major',
  轻微: 'minor',
  次要: 'minor',
  参考: 'info',
  仅记录: 'info',
  是: 'always',
  必检: 'always',
  yes: 'always',
  否: 'never',
  选检: 'never',
  optional: 'never',
  no: 'never',
}

/** The code that a word stands for; what is no such word is taken for a code. */
export function codeOf(text: string): string {
  const word = text.toLowerCase()
  return (Object.hasOwn(values, word) ? values[word] : undefined) ?? word
}
