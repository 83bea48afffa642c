import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { proxy, subscribe } from 'valtio'
import type { Choice } from '#shared/list/page'
import type { UserChoices } from '#shared/access/user'
import { getDepartments } from '../../../api/access/department'
import { userApi } from '../../../api/access/user'
import { choicesNow } from '../../../ui/record/names'
import { readText, writeText } from '../../../stores/storage'
import { useLocale } from '../../../ui/useText'

const NO_DEPARTMENTS: readonly Choice[] = []
const NO_CHOICES: UserChoices = { roles: [], posts: [] }

/** The departments for the filter of users; empty until loaded. */
export function useDepartments(): readonly Choice[] {
  const locale = useLocale()
  const { data = NO_DEPARTMENTS } = useQuery({
    queryKey: ['dept', 'tree'],
    queryFn: getDepartments,
  })
  // oxlint-disable-next-line react/exhaustive-deps -- it is told in this language
  return useMemo(() => choicesNow(data), [data, locale])
}

/** The roles and posts for the filters of users; empty until loaded. */
export function useUserChoices(): UserChoices {
  const { data = NO_CHOICES } = useQuery({
    queryKey: ['user', 'choices'],
    queryFn: ({ signal }) => userApi.choices(signal),
  })
  return data
}

const KEY = 'user_departments'

/** True if the tree of departments stands beside the list of users; the browser remembers it. */
export const panel = proxy({ isOpen: readText(KEY) !== '0' })

subscribe(panel, () => writeText(KEY, panel.isOpen ? '1' : '0'))
