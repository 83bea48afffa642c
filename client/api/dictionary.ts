import type { Status } from '#shared/constants'
import type {
  DictData,
  DictDataInput,
  DictDataQuery,
  DictOption,
  DictType,
  DictTypeInput,
  DictTypeQuery,
} from '#shared/schemas/dictionary'
import { request } from './http'
import { resourceApi } from './resource'

export const dictTypeApi = {
  ...resourceApi<DictType, DictType, DictTypeInput, DictTypeQuery>('/dict/type'),
  setStatus: ({ id, dictName, dictType }: DictType, status: Status) =>
    request<number>('PUT', `/dict/type/${id}`, { body: { dictName, dictType, status } }),
}

export const dictDataApi = {
  ...resourceApi<DictData, DictData, DictDataInput, DictDataQuery>('/dict/data'),
  /** Changes some fields of an entry. */
  change: ({ dictCode, dictType, dictLabel, dictValue }: DictData, change: Partial<DictDataInput>) =>
    request<number>('PUT', `/dict/data/${dictCode}`, { body: { dictType, dictLabel, dictValue, ...change } }),
}

/** The entries of a dictionary in their order, disabled ones as well; none when there is no such dictionary. */
export const getDictOptions = (dictType: string, signal: AbortSignal) =>
  request<DictOption[]>('GET', '/dict-data/option-select', { query: { dictType, all: 1 }, signal, failures: 'show' })
