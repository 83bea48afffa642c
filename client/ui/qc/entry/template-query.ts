import { queryOptions } from '@tanstack/react-query'
import { Failure, NO_ANSWER } from '../../../api/failure'
import { templateApi } from '../../../api/qc/template'
import { draftTemplateOf, type DraftTemplate } from '../../../stores/qc/draft'
import { keepTemplate, seenTemplates } from '../../../stores/qc/seen'

/** What there is to begin a record of; from what this device remembers when the server does not answer. */
export type Begin<Found> = { found: Found; isOffline: boolean }

export const isOffline = (error: unknown) => error instanceof Failure && error.code === NO_ANSWER

type Option = Pick<DraftTemplate, 'templateId' | 'code' | 'name' | 'nameEn' | 'product'>

/** Templates to choose from; of a product line by its code, or of all. */
export const templateChoice = (product: string | undefined) =>
  queryOptions({
    queryKey: ['qcTemplate', 'begin', product ?? ''],
    queryFn: async ({ signal }): Promise<Begin<Option[]>> => {
      try {
        return { found: await templateApi.options({ ...(product && { product }) }, signal), isOffline: false }
      } catch (error) {
        if (!isOffline(error)) throw error
        const seen = await seenTemplates()
        return { found: seen.filter((one) => !product || one.product === product), isOffline: true }
      }
    },
    retry: false,
  })

/**
 * The published version of a template, whole; the device keeps it from now on.
 * @param code the label it was found by
 */
export const templateToBegin = (templateId: number, code?: string) =>
  queryOptions({
    queryKey: ['qcTemplate', 'begin', 'one', templateId],
    queryFn: async (): Promise<Begin<DraftTemplate | undefined>> => {
      try {
        const found = draftTemplateOf(await templateApi.get(templateId))
        if (found) await keepTemplate(found, code)
        return { found, isOffline: false }
      } catch (error) {
        if (!isOffline(error)) throw error
        return { found: (await seenTemplates()).find((one) => one.templateId === templateId), isOffline: true }
      }
    },
    retry: false,
  })
