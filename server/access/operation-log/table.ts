import type { OperationAction, Status } from '#shared/constants'
import type { Columns } from '../../platform/tables/columns'

export function operationTables(k: Columns) {
  /** Every write, export and refused attempt of a signed-in user. Entries stay when their subject is deleted. */
  const operations = k.table(
    'sys_opera_log',
    {
      id: k.id(),
      at: k.time('at').notNull(),
      action: k.text('action').$type<OperationAction>().notNull(),
      /** The resource, and the English title of the route. */
      stem: k.text('stem').notNull(),
      summary: k.text('summary').notNull(),
      requestMethod: k.text('request_method').notNull(),
      url: k.text('url').notNull(),
      userId: k.int('user_id').notNull(),
      username: k.text('username').notNull(),
      deptName: k.text('dept_name').notNull().default(''),
      /** The API token of the program; empty for a person. */
      program: k.text('program').notNull().default(''),
      address: k.text('address').notNull(),
      userAgent: k.text('user_agent').notNull(),
      /** Ids and names of the records. */
      record: k.text('record').notNull().default(''),
      name: k.text('name').notNull().default(''),
      /** JSON of the changes, without secrets; empty without changes. */
      before: k.text('before').notNull().default(''),
      after: k.text('after').notNull().default(''),
      status: k.text('status').$type<Status>().notNull(),
      code: k.int('code').notNull(),
      /** The message of a refusal, as a key of the catalogue. */
      message: k.text('message').notNull().default(''),
      latencyMs: k.int('latency_ms').notNull(),
      requestId: k.text('request_id').notNull(),
    },
    (t) => [
      k.index('sys_opera_log_at').on(t.at, t.id),
      k.index('sys_opera_log_stem').on(t.stem, t.at, t.id),
      k.index('sys_opera_log_user').on(t.username, t.at, t.id),
      k.index('sys_opera_log_status').on(t.status, t.at, t.id),
      k.index('sys_opera_log_method').on(t.requestMethod, t.at, t.id),
    ],
  )
  return { operations }
}
