import type { Status } from '#shared/constants'
import type {
  DictData,
  DictDataInput,
  DictDataQuery,
  DictOption,
  DictType,
  DictTypeInput,
  DictTypeQuery,
} from '#shared/admin/dictionary'
import { request } from '../http'
import { changeAt, changeOf, resourceApi } from '../resource'

export const dictTypeApi = {
  ...resourceApi<DictType, DictType, DictTypeInput, DictTypeQuery>('/dict/type'),
  setStatus: (type: DictType, status: Status) => changeAt(`/dict/type/${type.id}`, changeOf(type, { status })),
}

export const dictDataApi = {
  ...resourceApi<DictData, DictData, DictDataInput, DictDataQuery>('/dict/data'),
  setStatus: (entry: DictData, status: Status) => changeAt(`/dict/data/${entry.dictCode}`, changeOf(entry, { status })),
}

/** The entries of a dictionary in their order, disabled ones as well; none when there is no such dictionary. */
export const getDictOptions = (dictType: string, signal: AbortSignal) =>
  request<DictOption[]>('GET', '/dict-data/option-select', { query: { dictType, all: 1 }, signal, failures: 'show' })
