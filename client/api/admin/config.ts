import type { Config, ConfigInput, ConfigQuery } from '#shared/admin/config'
import { config } from '#shared/admin/config-resource'
import { resourceApi } from '../resource'

/** Parameters that programs read by key. */
export const configApi = resourceApi<Config, Config, ConfigInput, ConfigQuery>(config)
