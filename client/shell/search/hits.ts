import type { Hit } from '#shared/qc/search'
import { searchTags, type HitKind } from '#shared/qc/search-kinds'
import { searchOf } from '#shared/list/list-query'
import { isAllowed } from '#shared/permissions'
import { analysisPath, equipmentPath, lotsPath, productsPath, recordPath, templatePath } from '#shared/qc/paths'
import type { Locale } from '#shared/i18n/text'
import { session } from '../../stores/session'
import type { T } from '../../stores/texts'
import { shortTime } from '#shared/format/time'
import { findRoute, type RouteTable } from '../routing/routes'
import { openAddress, type Option } from './option'

/** The address of a hit: its own page, or its list. */
const pathOf: Record<HitKind, (hit: Hit) => string> = {
  record: ({ id }) => recordPath(id),
  lot: ({ name }) => lotsPath(name),
  template: ({ id }) => templatePath(Number(id)),
  characteristic: ({ id }) => analysisPath(id),
  equipment: ({ code }) => equipmentPath(code),
  product: ({ code }) => productsPath(code),
  user: ({ code }) => `/admin/sys-user${searchOf({ keyword: code })}`,
}

const icons: Record<HitKind, string> = {
  record: 'documentation',
  lot: 'build',
  template: 'form',
  characteristic: 'chart',
  equipment: 'tree',
  product: 'guide',
  user: 'user',
}

/** True if the operator may search anything on the server. */
export const maySearch = (): boolean => isAllowed(session.permissions, Object.values(searchTags))

type Reader = { table: RouteTable; t: T; locale: Locale }

/** The server's hits as options. Hits without a page for this operator are left out. */
export const hitOption = (kind: HitKind, hit: Hit, { table, t, locale }: Reader): Option[] => {
  const path = pathOf[kind](hit)
  const route = findRoute(table, path.split('?')[0]!)
  if (!route?.name) return []
  const { name, nameEn, code, about, aboutEn, at, isRemoved } = hit
  const inLocale = (text: string, english: string) => (locale === 'en' && english) || text
  return [
    {
      id: `${kind} ${hit.id}`,
      group: kind,
      icon: icons[kind],
      above: [],
      title: inLocale(name, nameEn),
      path: [
        code,
        inLocale(about, aboutEn),
        at && shortTime(new Date(at), new Date()),
        isRemoved && t('qc.removedItem'),
      ]
        .filter(Boolean)
        .join(' · '),
      isExternal: false,
      isSure: false,
      run: openAddress(path),
      recent: { path, title: name, titleEn: nameEn, icon: icons[kind] },
    },
  ]
}
