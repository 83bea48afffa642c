import type { SystemSettings, Uploaded } from '#shared/admin/config'
import { request, requestEnvelope } from '../http'
import type { Change } from '../resource'

/** The saved values, empty if not set, and the defaults of empty ones. */
export type SettingsState = { saved: SystemSettings; defaults: Partial<SystemSettings> }

export async function getSystemSettings(): Promise<SettingsState> {
  type Beside = { data: SystemSettings; defaults: Partial<SystemSettings> }
  const answer = await requestEnvelope<Beside>('GET', '/api/v1/set-config', { failures: 'show' })
  return { saved: answer.data, defaults: answer.defaults }
}

/** Sends nothing without changes. 409 with `ChangedMeanwhile` if another operator has changed the same settings. */
export const saveSystemSettings = ({ seen = {}, ...values }: Omit<Change<SystemSettings>, 'updatedAt'>) => {
  const entries = Object.entries(values)
  const body = entries.map(([configKey, configValue]) => ({ configKey, configValue, seen: seen[configKey] }))
  return body.length === 0 ? Promise.resolve(null) : request<null>('PUT', '/set-config', { body })
}

/** Uploads a picture as a possible logo; the caller shows the reason for a refusal. */
export function uploadLogo(file: File): Promise<Uploaded> {
  const body = new FormData()
  body.append('file', file, file.name)
  body.append('type', '1')
  return request<Uploaded>('POST', '/public/uploadFile', { body, failures: 'show' })
}
