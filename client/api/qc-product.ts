import type { Status } from '#shared/constants'
import type { Product, ProductInput, ProductOption, ProductQuery } from '#shared/schemas/qc-product'
import { request } from './http'
import { resourceApi } from './resource'

export const productApi = {
  ...resourceApi<Product, Product, ProductInput, ProductQuery>('/qc/product'),
  setStatus: ({ productId, code, name, tz }: Product, status: Status) =>
    request<number>('PUT', `/qc/product/${productId}`, { body: { code, name, tz, status } }),
}

/** The product lines in use, in their order. */
export const getProductOptions = (signal: AbortSignal) =>
  request<ProductOption[]>('GET', '/qc/product/option-select', { signal, failures: 'show' })
