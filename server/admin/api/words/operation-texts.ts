import type { PlainRouteKey } from '#shared/i18n/text'

/** By the title of the route: its id in generated clients, and its description. */
export type OperationTexts = Partial<Record<PlainRouteKey, readonly [id: string, text: string]>>
