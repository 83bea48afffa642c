import type { AppConfig } from '#shared/admin/config'
import { request } from './http'

/** Settings meant for the front end. Without them the product still works, so nobody is told of a failure. */
export const getAppConfig = () => request<AppConfig>('GET', '/app-config', { failures: 'pass' })
