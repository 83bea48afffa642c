import type {
  Equipment,
  EquipmentInput,
  EquipmentOption,
  EquipmentOptionQuery,
  EquipmentQuery,
} from '#shared/qc/equipment'
import { equipment } from '#shared/qc/equipment-resource'
import { read } from '../http'
import { resourceApi } from '../resource'

export const equipmentApi = resourceApi<Equipment, Equipment, EquipmentInput, EquipmentQuery>(equipment)

/** The first matches, by their codes; for a product line including equipment for all lines. */
export const getEquipmentOptions = (query: EquipmentOptionQuery, signal?: AbortSignal) =>
  read<EquipmentOption[]>(`${equipment.path}/option-select`, signal, query)
