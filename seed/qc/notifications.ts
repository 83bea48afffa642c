import { eq } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import type { Dialect, Writer } from '#server/platform/store/index'

/** The notification rules of the demo. Its simulator shows the sent messages. */
export async function seedNotificationRules({ t }: Dialect, db: Writer, now: number): Promise<void> {
  const [engineers] = await db.select().from(t.roles).where(eq(t.roles.roleKey, 'quality-engineer'))
  const [admin] = await db.select().from(t.users).where(eq(t.users.username, 'admin'))
  if (!engineers || !admin) return
  const common = {
    language: 'zh',
    status: statuses.on,
    createBy: admin.userId,
    createdAt: now,
    updatedAt: now,
  } as const
  await db.insert(t.notificationRules).values([
    {
      ...common,
      ruleName: '不合格通知质量工程师',
      event: 'recordNg',
      channel: 'email',
      receiver: 'role',
      roleId: engineers.roleId,
    },
    {
      ...common,
      ruleName: '异常信号通知管理员',
      event: 'signalOpened',
      channel: 'wecom',
      receiver: 'user',
      userId: admin.userId,
    },
  ])
}
