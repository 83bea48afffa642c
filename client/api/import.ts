import type { ImportResult } from '#shared/list/import'
import { download } from './download'
import { request } from './http'

/** Reading a large file on the server takes its time. */
const TIMEOUT_MS = 120_000

/** Checks the rows of a file, or takes them all in; with a fault in any of them none. */
export function importRecords(path: string, file: File, isDryRun: boolean): Promise<ImportResult> {
  const body = new FormData()
  body.append('file', file, file.name)
  const query = { dryRun: isDryRun ? 1 : 0 }
  return request<ImportResult>('POST', `${path}/import`, { query, body, failures: 'show', timeoutMs: TIMEOUT_MS })
}

/** An empty sheet with the columns that are read. */
export const downloadTemplate = (path: string, signal: AbortSignal) =>
  download(`${path}/import/template`, { query: { format: 'xlsx' }, signal })
