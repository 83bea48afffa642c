import type { PlainRouteKey } from '#shared/i18n/text'

/** By the title of the route: its id in clients that are generated from the document, and what it does. */
export type OperationTexts = Partial<Record<PlainRouteKey, readonly [id: string, text: string]>>
