import { inArray } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { text } from '#shared/i18n/catalogues'
import { localeNames, type Locale } from '#shared/i18n/text'
import type { PermissionTag } from '#shared/permissions'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader } from '../../platform/store'

/**
 * The refusal of an operator without any of `tags`. It names the missing permissions by the titles of the menu, in the
 * reader's language. A tag without a menu entry is shown as it is.
 */
export async function forbidden(
  { t: { menus } }: Dialect,
  db: Reader,
  tags: readonly PermissionTag[],
): Promise<Refusal> {
  const rows = await db
    .select({ tag: menus.permission, zh: menus.title, titleEn: menus.titleEn })
    .from(menus)
    .where(inArray(menus.permission, [...tags]))
    .orderBy(menus.menuId)
  const titleOf = (tag: string, locale: Locale) => {
    const menu = rows.find((row) => row.tag === tag)
    return menu ? text(locale, 'error.permission', { title: (locale === 'en' && menu.titleEn) || menu.zh }) : tag
  }
  const titles = localeNames.map((locale) => [
    locale,
    [...new Set(tags.map((tag) => titleOf(tag, locale)))].join(' / '),
  ])
  const values = { tags: tags.join(' / '), ...Object.fromEntries(titles) }
  return new Refusal(codes.forbidden, 'error.forbidden', values)
}
