import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { codeFrom } from '#shared/qc/code'
import type { QrInfo } from '#shared/qc/label/schema'
import { qrApi } from '../../../api/qc/label'
import type { DraftTemplate } from '../../../stores/qc/draft'
import { templateOfCode } from '../../../stores/qc/seen'
import { isOffline, templateToBegin } from '../../../ui/qc/entry/template-query'

/** What a code stands for; without network a template that this device has seen, or nothing. */
export type Found = { info: QrInfo } | { seen: DraftTemplate | undefined }

/** Asking counts as a scan: what was answered is good until the page is left, or asked to look again. */
export const codeQuery = (queries: QueryClient, code: string) =>
  queryOptions({
    queryKey: ['qcQr', 'code', codeFrom(code)],
    queryFn: async ({ signal }): Promise<Found> => {
      try {
        const info = await qrApi.resolve(code, signal)
        // Kept whole, so that the next check can begin where there is no network.
        if (info.kind === 'template' && info.versionNo !== null) {
          void queries.prefetchQuery(templateToBegin(info.templateId, info.code))
        }
        return { info }
      } catch (error) {
        if (!isOffline(error)) throw error
        return { seen: await templateOfCode(codeFrom(code)) }
      }
    },
    retry: false,
  })
