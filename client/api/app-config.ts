import type { AppConfig } from '#shared/admin/config'
import { request } from './http'

/** Settings for the front end. The product works without them, so a failure is not reported. */
export const getAppConfig = () => request<AppConfig>('GET', '/app-config', { failures: 'pass' })
