import { dataScopes, type DataScope } from '#shared/constants'

/** The kind of a stored scope; an unknown one means own rows, as on the server. */
export const kindOf = (dataScope: string): DataScope => dataScopes.find((kind) => kind === dataScope) ?? '5'
