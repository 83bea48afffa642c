import type { Product, ProductInput, ProductOption, ProductQuery } from '#shared/qc/product'
import { product } from '#shared/qc/product-resource'
import { read } from '../http'
import { resourceApi } from '../resource'

export const productApi = resourceApi<Product, Product, ProductInput, ProductQuery>(product)

/** The product lines in use, in their order. */
export const getProductOptions = (signal: AbortSignal) => read<ProductOption[]>(`${product.path}/option-select`, signal)
