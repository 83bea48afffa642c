import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { statuses } from '#shared/constants'
import type { DictOption } from '#shared/admin/dictionary'
import { getDictOptions } from '../../api/admin/dictionary'
import { useLocale } from '../useText'
import { DICT_KEY, followDicts } from './news'

const FRESH_MS = 10 * 60_000
const NONE: readonly DictOption[] = []

/** A value as records hold it. */
export type DictValue = string | number | null | undefined

/**
 * The entries of a dictionary, labelled in the operator's language, fetched once for all that show it. They are fetched anew when they are changed, here or in
 * another window, and when the operator comes back to this one.
 *
 * `options` can be chosen now; `entryOf` knows disabled ones too, for records that are older. Both know nothing until the
 * answer has come, and when there is none.
 */
export function useDict(dictType: string) {
  const queries = useQueryClient()
  useEffect(() => followDicts(queries), [queries])
  const { data = NONE, isSuccess } = useQuery({
    queryKey: [DICT_KEY, dictType],
    queryFn: ({ signal }) => getDictOptions(dictType, signal),
    staleTime: FRESH_MS,
    gcTime: Infinity,
    refetchOnWindowFocus: 'always',
  })
  const locale = useLocale()
  return useMemo(() => {
    const entries = data.map((entry) => (locale === 'en' && entry.labelEn ? { ...entry, label: entry.labelEn } : entry))
    const byValue = new Map(entries.map((entry) => [entry.value, entry]))
    return {
      isReady: isSuccess,
      options: entries.filter(({ status }) => String(status) === statuses.on),
      entryOf: (value: DictValue): DictOption | undefined => byValue.get(String(value)),
      /** The word for a value; the value itself where there is none. */
      labelOf: (value: DictValue): string => byValue.get(String(value))?.label ?? String(value ?? ''),
    }
  }, [data, isSuccess, locale])
}
