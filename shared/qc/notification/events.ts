import type { PermissionTag } from '../../permissions'

/**
 * The events that people can be notified of. One more is an entry here, its texts `notification.event.<name>`, and where
 * records are concerned, when it comes about: `server/qc/notification/occurrences.ts`.
 */
const declared = {
  /** A record that came in, or was corrected, is NG. */
  recordNg: { about: 'record', hasSeverity: true },
  /** A signal is open. */
  signalOpened: { about: 'signal', hasSeverity: true },
  /** A record waits for its review. */
  reviewDue: { about: 'record', hasSeverity: false },
  /** A record waits for its approval. */
  approvalDue: { about: 'record', hasSeverity: false },
  /** A record was rejected, or opened again after its approval. */
  recordReturned: { about: 'record', hasSeverity: false },
  /** The calibration of equipment runs out soon, or has run out. */
  calibrationDue: { about: 'equipment', hasSeverity: false },
} as const satisfies Record<string, { about: Subject; hasSeverity: boolean }>

/** What an event is about. */
export type Subject = 'record' | 'signal' | 'equipment'
export type NotificationEvent = keyof typeof declared

export const notificationEvents = Object.keys(declared) as NotificationEvent[] // in the order above

export const subjectOf = (event: NotificationEvent): Subject => declared[event].about
export const hasSeverity = (event: NotificationEvent): boolean => declared[event].hasSeverity

/** Without this permission nobody is told of such an event. */
export const tagOfSubject = {
  record: 'qc:record:list',
  signal: 'qc:signal:list',
  equipment: 'qc:equipment:list',
} as const satisfies Record<Subject, PermissionTag>

export const channels = ['email', 'wecom', 'webhook'] as const
export type Channel = (typeof channels)[number]

/** Who receives: everybody with a role, one person, or the inspector of the record. */
export const receivers = ['role', 'user', 'inspector'] as const
export type Receiver = (typeof receivers)[number]

/** From which severity on somebody is notified; `any` also of what has none. */
export const thresholds = ['any', 'minor', 'major', 'critical'] as const
export type Threshold = (typeof thresholds)[number]

/**
 * `waiting` for its time or for another attempt; `sending`; `sent`; `failed` for good; `skipped`, because the recipient
 * may not see the record any more, cannot be reached, or the rule is off.
 */
export const deliveryStates = ['waiting', 'sending', 'sent', 'failed', 'skipped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why a delivery failed, or was skipped. */
export const deliveryReasons = [
  'timeout',
  'unreachable',
  'status',
  'redirect',
  'blocked',
  'certificate',
  'credentials',
  'rejected',
  'notSetUp',
  'expired',
  'noAddress',
  'noRight',
  'ruleOff',
  'gone',
] as const
export type DeliveryReason = (typeof deliveryReasons)[number]
