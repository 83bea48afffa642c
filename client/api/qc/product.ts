import type { Status } from '#shared/constants'
import type { Product, ProductInput, ProductOption, ProductQuery } from '#shared/qc/product'
import { request } from '../http'
import { changeAt, changeOf, resourceApi } from '../resource'

export const productApi = {
  ...resourceApi<Product, Product, ProductInput, ProductQuery>('/qc/product'),
  setStatus: (product: Product, status: Status) =>
    changeAt(`/qc/product/${product.productId}`, changeOf(product, { status })),
}

/** The product lines in use, in their order. */
export const getProductOptions = (signal: AbortSignal) =>
  request<ProductOption[]>('GET', '/qc/product/option-select', { signal, failures: 'show' })
