import { nameSchemas, z } from '../../zod'
import { statuses } from '../../constants'
import { sortFields, type ResourceOf } from '../../resource'
import { changeOf, Id, Instant, line, listQuery, name, optionalLine, orEmpty, StatusInput } from '../../list/page'
import { FirstOfPeriod, LastOfPeriod } from '../../list/moment'
import { channels, deliveryReasons, deliveryStates, notificationEvents, receivers, thresholds } from './events'
import { notificationRule } from './notification-rule-resource'

/** An optional id: an empty field is null. */
const OptionalId = z
  .union([z.literal('').transform(() => null), Id])
  .nullish()
  .transform((id) => id ?? null)
  .meta({ canonical: Id.nullable() })

/** `HH:MM` by the clock of the product line; empty if none was given. */
const OptionalTime = orEmpty(
  z
    .string()
    .trim()
    .regex(/^(|([01]\d|2[0-3]):[0-5]\d)$/, 'notificationRule.timeFormat')
    .meta({ examples: ['22:00'] }),
)

const MAX_DIGEST_MINUTES = 1440

/** Maximum length of the address of a webhook. */
const MAX_URL = 500

const Event = z.enum(notificationEvents)

/** The fields of a rule that an operator may set. */
export const RuleInput = z.object({
  ruleName: name(64).meta({ examples: ['不合格通知质量工程师'] }),
  event: Event,
  /** Null: events of all product lines. */
  productId: OptionalId,
  severity: z.enum(thresholds).default('any'),
  channel: z.enum(channels),
  receiver: z.enum(receivers),
  /** For the receiver `role`. */
  roleId: OptionalId,
  /** For the receiver `user`. For a webhook: the user whose permissions filter its content. */
  userId: OptionalId,
  /** The address of a webhook. */
  url: optionalLine(MAX_URL),
  /** Nothing is sent between these times of the day; events of this time are sent at its end. Both or none. */
  quietFrom: OptionalTime,
  quietTo: OptionalTime,
  /** Events of this many minutes become one message; 0: each event at once. */
  digestMinutes: z.coerce
    .number()
    .pipe(z.int().min(0).max(MAX_DIGEST_MINUTES))
    .meta({ canonical: z.int().min(0).max(MAX_DIGEST_MINUTES) })
    .default(0),
  language: z.enum(['zh', 'en']).default('zh'),
  status: StatusInput.default(statuses.on),
  remark: optionalLine(255),
})
export type RuleInput = z.infer<typeof RuleInput>

export const RuleChange = changeOf(RuleInput)

export const Rule = z.object({
  ruleId: z.int(),
  ruleName: z.string(),
  event: Event,
  productId: z.int().nullable(),
  productName: z.string().nullable(),
  productNameEn: z.string().nullable(),
  severity: z.enum(thresholds),
  channel: z.enum(channels),
  receiver: z.enum(receivers),
  roleId: z.int().nullable(),
  userId: z.int().nullable(),
  /** Name of the role or the person; empty for the inspector. */
  recipient: z.string(),
  recipientEn: z.string(),
  url: z.string(),
  quietFrom: z.string(),
  quietTo: z.string(),
  digestMinutes: z.int(),
  language: z.enum(['zh', 'en']),
  status: z.literal([1, 2]),
  remark: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Rule = z.infer<typeof Rule>

export const RuleQuery = listQuery(
  {
    /** Contained in the name, in any letter case. */
    keyword: line(64).optional(),
    event: z.enum(notificationEvents).optional(),
    channel: z.enum(channels).optional(),
    status: StatusInput.optional(),
  },
  sortFields(notificationRule satisfies ResourceOf<Rule>),
)
export type RuleQuery = z.infer<typeof RuleQuery>

/** The channels that are set up, the possible recipients, and the rules. */
export const RuleOptions = z.object({
  channels: z.array(z.enum(channels)),
  /** Hosts that webhooks may be sent to. */
  webhookHosts: z.array(z.string()),
  roles: z.array(z.object({ id: z.int(), name: z.string(), nameEn: z.string() })),
  users: z.array(z.object({ id: z.int(), name: z.string(), nameEn: z.string() })),
  /** For the filter of deliveries. */
  rules: z.array(z.object({ id: z.int(), name: z.string() })),
})
export type RuleOptions = z.infer<typeof RuleOptions>

/** The result of a message, without the content of the other side's answer. */
export const DeliveryResult = z.object({
  isSent: z.boolean(),
  reason: z.enum(deliveryReasons).nullable(),
  /** The status of the HTTP answer, or the code of the mail server. */
  code: z.int().nullable(),
})
export type DeliveryResult = z.infer<typeof DeliveryResult>

export const Delivery = z.object({
  deliveryId: z.int(),
  ruleId: z.int(),
  ruleName: z.string(),
  event: Event,
  channel: z.enum(channels),
  /** Name of the recipient. */
  recipient: z.string(),
  /** The subject of the event: the number of a record, the name of equipment. */
  subject: z.string(),
  entityId: z.int(),
  state: z.enum(deliveryStates),
  reason: z.enum(deliveryReasons).nullable(),
  code: z.int().nullable(),
  attempts: z.int(),
  /** The same in every repetition: the receiver recognizes repetitions by it. Null before the first attempt. */
  messageId: z.string().nullable(),
  createdAt: Instant,
  /** The time of the next attempt, or of the last one. */
  nextAt: Instant,
  sentAt: Instant.nullable(),
})
export type Delivery = z.infer<typeof Delivery>

export const DeliveryQuery = listQuery(
  {
    ruleId: Id.optional(),
    state: z.enum(deliveryStates).optional(),
    channel: z.enum(channels).optional(),
    event: z.enum(notificationEvents).optional(),
    beginTime: FirstOfPeriod.optional(),
    endTime: LastOfPeriod.optional(),
  },
  ['createdAt', 'nextAt', 'attempts'] as const,
)
export type DeliveryQuery = z.infer<typeof DeliveryQuery>

export const DeliveryIdParam = z.object({ deliveryId: Id })

nameSchemas({ NotificationEvent: Event, RuleInput, RuleChange, Rule, RuleOptions, DeliveryResult, Delivery })
