import { dictData } from '#shared/admin/dict-data-resource'
import { dictType } from '#shared/admin/dict-type-resource'
import type {
  DictData,
  DictDataInput,
  DictDataQuery,
  DictOption,
  DictType,
  DictTypeInput,
  DictTypeQuery,
} from '#shared/admin/dictionary'
import { read } from '../http'
import { resourceApi } from '../resource'

export const dictTypeApi = resourceApi<DictType, DictType, DictTypeInput, DictTypeQuery>(dictType)
export const dictDataApi = resourceApi<DictData, DictData, DictDataInput, DictDataQuery>(dictData)

/** The entries of a dictionary in their order, including disabled ones; none if there is no such dictionary. */
export const getDictOptions = (dictType: string, signal: AbortSignal) =>
  read<DictOption[]>('/dict-data/option-select', signal, { dictType, all: 1 })
