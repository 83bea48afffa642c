import { isTextKey, text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import { routeTexts } from '#shared/i18n/texts/routes'
import type { Resource } from '#shared/resource'
import { isResourceName, resourceTitles } from '#shared/resource-names'
import { resources } from '#shared/resources'
import type { RouteText } from '../../platform/http/describe'

/** The regular routes of a resource, each with the form of the noun in its English title. */
const regularRoutes = {
  list: 'many',
  group: 'many',
  get: 'one',
  create: 'a',
  update: 'a',
  bulk: 'many',
  remove: 'many',
  restore: 'many',
  export: 'many',
  import: 'many',
  template: 'many',
} as const
type RegularRoute = keyof typeof regularRoutes

/** The title of a regular route, or the one declared by its resource. */
export const regularRoute = (
  { routeTitles, nouns }: Pick<Resource, 'routeTitles' | 'nouns'>,
  route: RegularRoute,
): RouteText => routeTitles?.[route] ?? { key: `route.${route}`, noun: nouns[regularRoutes[route]] }

/** The Chinese titles of routes by their English ones, which are in the API document and in the operation log. */
const chineseTitles: ReadonlyMap<string, string> = new Map([
  ...Object.values(routeTexts).map(([zh, en]) => [en, zh] as const),
  ...resources.flatMap(({ nouns, texts }) =>
    Object.entries(regularRoutes).map(([route, form]) => {
      const key = `route.${route as RegularRoute}` as const
      return [text('en', key, { noun: nouns[form] }), text('zh', key, { noun: text('zh', texts.one) })] as const
    }),
  ),
])

/** The title of a route in a language. @param summary its English title */
export const routeTitle = (summary: string, locale: Locale): string =>
  locale === 'zh' ? (chineseTitles.get(summary) ?? summary) : summary

/** The title of a resource in a language. */
export function moduleTitle(resource: string, locale: Locale): string {
  const key = isResourceName(resource) ? resourceTitles[resource] : `resource.${resource}`
  return isTextKey(key) ? text(locale, key) : resource
}
