import { and, eq, inArray } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { chunks } from '../../platform/chunks/chunk'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader } from '../../platform/store'

/** What a notification rule may name, and the receiver for which it does. */
const receiverOf = { roleId: 'role', userId: 'user', productId: undefined } as const

/**
 * A rule that is on needs its role, person or product line: without it nobody would be told, nor learn why.
 * @throws Refusal with the names of the rules
 */
export async function refuseNamedInRules(
  { t: { notificationRules } }: Dialect,
  db: Reader,
  field: keyof typeof receiverOf,
  ids: readonly number[],
): Promise<void> {
  const receiver = receiverOf[field]
  const names: string[] = []
  for (const chunk of chunks(ids)) {
    const isNamed = inArray(notificationRules[field], [...chunk])
    const rules = await db
      .select({ ruleName: notificationRules.ruleName })
      .from(notificationRules)
      .where(
        and(isNamed, eq(notificationRules.status, statuses.on), receiver && eq(notificationRules.receiver, receiver)),
      )
      .orderBy(notificationRules.ruleName)
    names.push(...rules.map(({ ruleName }) => ruleName))
  }
  if (names.length === 0) return
  throw new Refusal(codes.conflict, 'notificationRule.named', { names: names.join(', ') })
}
