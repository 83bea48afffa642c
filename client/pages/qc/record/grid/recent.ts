import { useQuery } from '@tanstack/react-query'
import { createContext } from 'react'
import type { RecentItem } from '#shared/qc/record/recent'
import { readAnalysis } from '../../../../api/qc/analysis'
import { cacheRecent, cachedRecent } from '../../../../stores/qc/offline-cache'
import { isOffline } from '../../../../ui/qc/entry/template-query'

type RecentQuery = { templateId: number; equipmentId: number | null; inspectedAt: string }

/** The recent points of each item, for the chart of the entered value. Offline, those last loaded. */
export function useRecent({ templateId, equipmentId, inspectedAt }: RecentQuery, isCharted: boolean) {
  const { data = NONE } = useQuery({
    queryKey: ['qc-recent', templateId, equipmentId, inspectedAt],
    queryFn: async ({ signal }): Promise<ByItem> => {
      const query = { templateId, equipmentId: equipmentId ?? undefined, before: inspectedAt }
      try {
        const items = await readAnalysis('recent', query, signal)
        await cacheRecent(templateId, equipmentId, items)
        return byItem(items)
      } catch (error) {
        if (!isOffline(error)) throw error
        return byItem(await cachedRecent(templateId, equipmentId))
      }
    },
    enabled: isCharted,
  })
  return data
}

type ByItem = ReadonlyMap<string, RecentItem>
const NONE: ByItem = new Map()
const byItem = (items: readonly RecentItem[]): ByItem => new Map(items.map((item) => [item.itemKey, item]))

/** For the rows of the grid, each of which draws its own points. */
export const RecentPoints = createContext<ByItem>(NONE)
