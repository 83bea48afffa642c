import type { ImportResult } from '#shared/list/import'
import { download } from './download'
import { request } from './http'

/** The server needs time to read a large file. */
const TIMEOUT_MS = 120_000

/** Checks the rows of a file, or imports all of them; none if any row has an error. */
export function importRecords(path: string, file: File, isDryRun: boolean): Promise<ImportResult> {
  const body = new FormData()
  body.append('file', file, file.name)
  const query = { dryRun: isDryRun ? 1 : 0 }
  return request<ImportResult>('POST', `${path}/import`, { query, body, failures: 'show', timeoutMs: TIMEOUT_MS })
}

/** An empty sheet with the columns of the import. */
export const downloadTemplate = (path: string, signal: AbortSignal) =>
  download(`${path}/import/template`, { query: { format: 'xlsx' }, signal })
