import { queryOptions } from '@tanstack/react-query'
import { Failure, NO_ANSWER } from '../../../api/failure'
import { templateApi } from '../../../api/qc/template'
import { draftTemplateOf, type DraftTemplate } from '../../../stores/qc/draft'
import { cacheTemplate, cachedTemplates } from '../../../stores/qc/offline-cache'

/** A choice for a new record; from the cache of this device if the server does not answer. */
type Offered<Value> = { value: Value; isOffline: boolean }

export const isOffline = (error: unknown) => error instanceof Failure && error.code === NO_ANSWER

type Option = Pick<DraftTemplate, 'templateId' | 'code' | 'name' | 'nameEn' | 'product'>

/** The templates to choose from: of a product line by its code, or all. */
export const templateChoice = (product: string | undefined) =>
  queryOptions({
    queryKey: ['qcTemplate', 'begin', product ?? ''],
    queryFn: async ({ signal }): Promise<Offered<Option[]>> => {
      try {
        return { value: await templateApi.options({ ...(product && { product }) }, signal), isOffline: false }
      } catch (error) {
        if (!isOffline(error)) throw error
        const templates = await cachedTemplates()
        return { value: templates.filter((template) => !product || template.product === product), isOffline: true }
      }
    },
    retry: false,
  })

/**
 * The whole published version of a template; it is stored on the device.
 * @param code the code of its label, if it was scanned
 */
export const templateToBegin = (templateId: number, code?: string) =>
  queryOptions({
    queryKey: ['qcTemplate', 'begin', 'one', templateId],
    queryFn: async (): Promise<Offered<DraftTemplate | undefined>> => {
      try {
        const template = draftTemplateOf(await templateApi.get(templateId))
        if (template) await cacheTemplate(template, code)
        return { value: template, isOffline: false }
      } catch (error) {
        if (!isOffline(error)) throw error
        return {
          value: (await cachedTemplates()).find((template) => template.templateId === templateId),
          isOffline: true,
        }
      }
    },
    retry: false,
  })
