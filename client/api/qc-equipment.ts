import type { Status } from '#shared/constants'
import type {
  Equipment,
  EquipmentInput,
  EquipmentOption,
  EquipmentOptionQuery,
  EquipmentQuery,
} from '#shared/schemas/qc-equipment'
import { request } from './http'
import { resourceApi } from './resource'

export const equipmentApi = {
  ...resourceApi<Equipment, Equipment, EquipmentInput, EquipmentQuery>('/qc/equipment'),
  setStatus: ({ equipmentId, code, name, kind }: Equipment, status: Status) =>
    request<number>('PUT', `/qc/equipment/${equipmentId}`, { body: { code, name, kind, status } }),
}

/** The first matches, by their codes; of a product line with those that serve all. */
export const getEquipmentOptions = (query: EquipmentOptionQuery, signal?: AbortSignal) =>
  request<EquipmentOption[]>('GET', '/qc/equipment/option-select', {
    query,
    failures: 'show',
    ...(signal && { signal }),
  })
