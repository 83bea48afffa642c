import type { Status } from '#shared/constants'
import type {
  Equipment,
  EquipmentInput,
  EquipmentOption,
  EquipmentOptionQuery,
  EquipmentQuery,
} from '#shared/qc/equipment'
import { request } from '../http'
import { changeAt, changeOf, resourceApi } from '../resource'

export const equipmentApi = {
  ...resourceApi<Equipment, Equipment, EquipmentInput, EquipmentQuery>('/qc/equipment'),
  setStatus: (equipment: Equipment, status: Status) =>
    changeAt(`/qc/equipment/${equipment.equipmentId}`, changeOf(equipment, { status })),
}

/** The first matches, by their codes; of a product line with those that serve all. */
export const getEquipmentOptions = (query: EquipmentOptionQuery, signal?: AbortSignal) =>
  request<EquipmentOption[]>('GET', '/qc/equipment/option-select', {
    query,
    failures: 'show',
    ...(signal && { signal }),
  })
