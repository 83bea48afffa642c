import type { Settings } from '../../env'
import { bigScreenKpi } from '../wall/kpi'
import { getProduct } from '../product/list'
import type { Store } from '../../platform/store'
import { createFeed, type Feed } from './hub'

export type { Feed } from './hub'

/** The live feed of this server. */
export const openFeed = (store: Store, settings: Settings, now: () => number = Date.now): Feed =>
  createFeed({
    store,
    settings,
    now,
    async kpiOf(_store, productId, scope) {
      const line = await getProduct(store, productId)
      return line && bigScreenKpi(store, line, now(), scope)
    },
  })
