import { codes } from '#shared/envelope'
import { viewApi } from '../../api/access/view'
import { Failure } from '../../api/http'
import { hasTexts, readJson, writeText } from '../../stores/storage'
import { oldViewsKey } from './old-views-key'

const list = 'qc-record'

/** Moves the views that this browser kept to the server, once. What the server refuses, such as a name taken, is left out. */
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
