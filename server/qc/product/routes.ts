import { Hono } from 'hono'
import { z } from 'zod'
import { IdParam, IdsBody, pageOf } from '#shared/list/page'
import { Product, ProductChange, ProductInput, ProductOption, ProductQuery } from '#shared/qc/product'
import type { SessionEnv } from '../../platform/http/app-env'
import { answers } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/found'
import { permit } from '../../access/permission/permit'
import { validate } from '../../platform/http/validate'
import { createProduct, deleteProducts, restoreProducts, updateProduct } from './queries'
import { getProduct, listProducts, productOptions } from './list'

export const qcProductRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('qc-product', 'List product lines', pageOf(Product)),
    permit('qc:product:list'),
    validate('query', ProductQuery),
    async (c) => {
      const page = await listProducts(c.var.store, c.req.valid('query'))
      return ok(c, page)
    },
  )
  .get(
    '/option-select',
    answers('qc-product', 'Product lines in use, to choose from', z.array(ProductOption)),
    permit('qc:product:list', 'qc:template:list', 'qc:record:list', 'qc:record:add', 'qc:bigscreen:list'),
    async (c) => {
      const options = await productOptions(c.var.store)
      return ok(c, options)
    },
  )
  .get(
    '/:id',
    answers('qc-product', 'One product line', Product),
    permit('qc:product:list'),
    validate('param', IdParam),
    async (c) => {
      const product = await getProduct(c.var.store, c.req.valid('param').id)
      return ok(c, found(product))
    },
  )
  .post(
    '/',
    answers('qc-product', 'Create a product line', z.int()),
    permit('qc:product:add'),
    validate('json', ProductInput),
    async (c) => {
      const productId = await createProduct(c.var.store, c.req.valid('json'), c.var.act)
      return ok(c, productId, 'done.created')
    },
  )
  .put(
    '/:id',
    answers('qc-product', 'Change a product line', z.int()),
    permit('qc:product:edit'),
    validate('param', IdParam),
    validate('json', ProductChange),
    async (c) => {
      const { id } = c.req.valid('param')
      const productId = await updateProduct(c.var.store, id, c.req.valid('json'), c.var.act)
      return ok(c, found(productId), 'done.updated')
    },
  )
  .delete(
    '/',
    answers('qc-product', 'Delete product lines', z.array(z.int())),
    permit('qc:product:remove'),
    validate('json', IdsBody),
    async (c) => {
      const ids = await deleteProducts(c.var.store, c.req.valid('json').ids, c.var.act)
      return ok(c, ids, 'done.deleted')
    },
  )
  .post(
    '/restore',
    answers('qc-product', 'Bring back deleted product lines', z.array(z.int())),
    permit('qc:product:remove'),
    validate('json', IdsBody),
    async (c) => {
      const ids = await restoreProducts(c.var.store, c.req.valid('json').ids, c.var.act)
      return ok(c, ids, 'done.restored')
    },
  )
