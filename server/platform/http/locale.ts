import type { Locale } from '#shared/i18n/text'

/**
 * The language to answer in: of `Accept-Language` the one accepted most that Caliper speaks, the first of equals. To whom
 * any is right, or none of them, it speaks Chinese.
 */
export function localeOf(languages: string | null | undefined): Locale {
  const accepted = (languages?.toLowerCase().split(',') ?? [])
    .map(rangeOf)
    .filter(({ locale, weight }) => locale && weight > 0)
  return accepted.toSorted((a, b) => b.weight - a.weight)[0]?.locale ?? 'zh'
}

/** `en-GB;q=0.8` */
function rangeOf(range: string): { locale: Locale | undefined; weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1
  return { locale: spoken.get(tag.split('-')[0]!), weight: Number(weight) }
}

const spoken = new Map<string, Locale>([
  ['en', 'en'],
  ['zh', 'zh'],
  ['*', 'zh'],
])
