import type { ApiInput, ApiQuery, ApiRoute } from '#shared/admin/api'
import { resourceApi } from '../resource'

const { path, list, get, update } = resourceApi<ApiRoute, ApiRoute, ApiInput, ApiQuery>({ path: '/sys-api', id: 'id' })

/** The server's own routes: they can be neither created nor deleted here. */
export const routesApi = { path, list, get, update }
