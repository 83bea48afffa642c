import { and, eq, inArray } from 'drizzle-orm'
import { settingKeys } from '#shared/access/settings-catalogue'
import type { Dialect, Writer } from '#server/platform/store/index'

/**
 * Writes what older versions did not: that a setting of the product is built in, and when an entry of the menu was made
 * and changed, which counts from now where nobody knows it.
 */
export async function fillGaps({ t: { configs, menus } }: Dialect, db: Writer, now: number) {
  await db
    .update(configs)
    .set({ configType: 'Y' })
    .where(and(inArray(configs.configKey, settingKeys), eq(configs.configType, 'N')))
  await db.update(menus).set({ createdAt: now }).where(eq(menus.createdAt, 0))
  await db.update(menus).set({ updatedAt: now }).where(eq(menus.updatedAt, 0))
}
