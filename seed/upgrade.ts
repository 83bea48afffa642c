import { and, eq, inArray } from 'drizzle-orm'
import { settingKeys } from '#shared/access/settings-catalogue'
import type { Dialect, Writer } from '#server/platform/store/index'

/**
 * Fills columns that older versions left empty: the built-in mark of the product's settings, and the times of menu entries,
 * which are now where they are unknown.
 */
export async function fillGaps({ t: { configs, menus } }: Dialect, db: Writer, now: number) {
  await db
    .update(configs)
    .set({ configType: 'Y' })
    .where(and(inArray(configs.configKey, settingKeys), eq(configs.configType, 'N')))
  await db.update(menus).set({ createdAt: now }).where(eq(menus.createdAt, 0))
  await db.update(menus).set({ updatedAt: now }).where(eq(menus.updatedAt, 0))
}
