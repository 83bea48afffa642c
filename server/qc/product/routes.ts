import { Hono } from 'hono'
import { z } from 'zod'
import { Product, ProductChange, ProductInput, ProductOption, ProductQuery } from '#shared/qc/product'
import { product } from '#shared/qc/product-resource'
import { crud } from '../../access/crud/crud'
import { permit } from '../../access/permission/permit'
import type { SessionEnv } from '../../access/session/session-env'
import { answers } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { getProduct, listProducts, productGroups, productOptions } from './list'
import { createProduct, deleteProducts, restoreProducts, updateProduct } from './queries'

const regular = crud(
  product,
  { row: Product, input: ProductInput, change: ProductChange, query: ProductQuery },
  {
    list: listProducts,
    groups: productGroups,
    get: getProduct,
    create: createProduct,
    update: updateProduct,
    bulk: 'products',
    remove: deleteProducts,
    restore: restoreProducts,
  },
)

export const qcProductRoutes = new Hono<SessionEnv>()
  .get(
    '/option-select',
    answers('qc-product', 'route.qcProduct.options', z.array(ProductOption)),
    permit('qc:product:list', 'qc:template:list', 'qc:record:list', 'qc:record:add', 'qc:bigscreen:list'),
    async (c) => {
      const options = await productOptions(c.var.store)
      return ok(c, options)
    },
  )
  .route('/', regular)
