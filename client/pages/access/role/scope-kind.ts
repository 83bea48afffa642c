import { dataScopes, type DataScope } from '#shared/constants'

/** The kind that a stored one stands for: whatever is none means own rows, as the server reads it. */
export const kindOf = (dataScope: string): DataScope => dataScopes.find((kind) => kind === dataScope) ?? '5'
