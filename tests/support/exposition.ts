export type Sample = { name: string; labels: Record<string, string>; value: number }

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|\+Inf|NaN)$/
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y
const suffixes = { counter: [''], gauge: [''], histogram: ['_bucket', '_sum', '_count'] } as const
const isType = (type: string): type is keyof typeof suffixes => Object.hasOwn(suffixes, type)

/**
 * Reads Prometheus' text format 0.0.4 as its parser does, and stricter: HELP and TYPE of each family once and before its
 * samples, no family in two parts, no series twice, counters named `_total`, an end of line at the end.
 * @throws Error naming the first line that is wrong
 */
export function samplesOf(text: string): Sample[] {
  if (!text.endsWith('\n')) throw new Error('The last line has no end.')
  const samples: Sample[] = []
  const [families, series] = [new Set<string>(), new Set<string>()]
  let family: { name: string; type: keyof typeof suffixes } | undefined
  let helped = ''
  for (const line of text.slice(0, -1).split('\n')) {
    const fail = (why: string): never => {
      throw new Error(`${why}: ${line}`)
    }
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (keyword === 'HELP') {
      if (!NAME.test(name) || families.has(name)) fail('a family is named wrongly or twice')
      helped = name
    } else if (keyword === 'TYPE') {
      if (name !== helped) fail('a type without help')
      if (!isType(rest)) return fail('no such type')
      if ((rest === 'counter') !== name.endsWith('_total')) fail('a counter is named _total, and nothing else is')
      families.add(name)
      family = { name, type: rest }
    } else {
      const [, full = '', labels = '', value = ''] = SAMPLE.exec(line) ?? fail('no sample')
      const { name: own, type } = family ?? fail('a sample before its type')
      if (!suffixes[type].some((suffix) => full === own + suffix)) fail('a sample of another family')
      const key = full + labels
      if (series.has(key)) fail('a series twice')
      series.add(key)
      samples.push({ name: full, labels: labelsOf(labels) ?? fail('wrong labels'), value: numberOf(value) })
    }
  }
  return samples
}

function labelsOf(text: string): Record<string, string> | undefined {
  const labels: Record<string, string> = {}
  LABEL.lastIndex = 0
  while (LABEL.lastIndex < text.length) {
    const found = LABEL.exec(text)
    if (!found || Object.hasOwn(labels, found[1]!)) return undefined
    labels[found[1]!] = found[2]!.replace(/\\(.)/g, (_, char) => (char === 'n' ? '\n' : char))
  }
  return labels
}

const numberOf = (text: string) => Number(text.replace('Inf', 'Infinity'))
