import { codes } from '#shared/envelope'
import { viewApi } from '../../api/access/view'
import { Failure } from '../../api/http'
import { hasTexts, readJson, writeText } from '../../stores/storage'
import { oldViewsKey } from './old-views-key'

const list = 'qc-record'

/**
 * Moves this browser's old views to the server, once. Views that the server refuses, such as for a taken name, are
 * skipped.
 */
export async function moveOldViews(): Promise<void> {
  const stored = readJson(oldViewsKey())
  const views = Array.isArray(stored) ? stored.filter((view) => hasTexts(view, 'name', 'search')) : []
  for (const { name: viewName, search, ...rest } of views) {
    const viewId = await viewApi.create({ list, viewName, search, columns: null }).catch(unlessRefused)
    if (viewId !== undefined && 'isDefault' in rest && rest.isDefault === true) {
      await viewApi.setDefault({ list, viewId }).catch(unlessRefused)
    }
  }
  writeText(oldViewsKey(), null)
}

function unlessRefused(error: unknown): undefined {
  const isRefused = error instanceof Failure && (error.code === codes.conflict || error.code === codes.badRequest)
  if (!isRefused) throw error
}
