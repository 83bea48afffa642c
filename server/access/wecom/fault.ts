import { text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import type { WecomFault } from './client'

/** Error codes of WeCom that an operator can do something about. */
const known = [40001, 40013, 40056, 45009, 48002, 50001, 50002, 50003, 60011, 60020, 301002] as const

const isKnown = (code: number | undefined): code is (typeof known)[number] => known.some((one) => one === code)

/** A fault of WeCom as the server monitor shows it, with what to do. */
export function faultOf(fault: WecomFault | undefined, locale: Locale) {
  if (!fault) return null
  const { at, call, problem, errcode, address } = fault
  const why = isKnown(errcode)
    ? text(locale, `wecom.code.${errcode}`)
    : text(locale, problem === 'refused' ? 'wecom.fault.refused' : 'wecom.fault.away', { call, problem })
  const seenAs = address === undefined ? '' : ` ${text(locale, 'wecom.fault.address', { address })}`
  return { at: new Date(at).toISOString(), code: errcode ?? null, text: why + seenAs }
}
