import type { PermissionTag } from '../../permissions'

/**
 * The events that people can be notified of. One more is an entry here, its texts `notification.event.<name>`, and where
 * records are concerned, when it comes about: `server/qc/notification/occurrences.ts`. An event with an addressee names
 * one person itself.
 */
const declared = {
  /** A record that came in, or was corrected, is NG. */
  recordNg: { about: 'record', hasSeverity: true },
  /** A signal is open. */
  signalOpened: { about: 'signal', hasSeverity: true },
  /** A record waits for its review. */
  reviewDue: { about: 'record' },
  /** A record waits for its approval. */
  approvalDue: { about: 'record' },
  /** A record was rejected, or opened again after its approval. */
  recordReturned: { about: 'record' },
  /** A comment on a record addresses somebody. */
  mentioned: { about: 'record', hasAddressee: true },
  /** Somebody was made the owner of a record or a signal. */
  recordAssigned: { about: 'record', hasAddressee: true },
  signalAssigned: { about: 'signal', hasAddressee: true },
  /** Its owner has not settled it by the day that was named. */
  recordOverdue: { about: 'record', hasAddressee: true },
  signalOverdue: { about: 'signal', hasAddressee: true },
  /** The calibration of equipment runs out soon, or has run out. */
  calibrationDue: { about: 'equipment' },
} as const satisfies Record<string, Declared>

type Declared = { about: Subject; hasSeverity?: true; hasAddressee?: true }

/** What an event is about. */
export type Subject = 'record' | 'signal' | 'equipment'
export type NotificationEvent = keyof typeof declared

export const notificationEvents = Object.keys(declared) as NotificationEvent[] // in the order above

export const subjectOf = (event: NotificationEvent): Subject => declared[event].about
export const hasSeverity = (event: NotificationEvent): boolean => 'hasSeverity' in declared[event]

/** Who may receive by a rule about an event. */
export const receiversOf = (event: NotificationEvent): Receiver[] =>
  receivers.filter((receiver) => {
    if (receiver === 'addressee') return 'hasAddressee' in declared[event]
    return receiver !== 'inspector' || subjectOf(event) !== 'equipment'
  })

/** Without this permission nobody is told of such an event. */
export const tagOfSubject = {
  record: 'qc:record:list',
  signal: 'qc:signal:list',
  equipment: 'qc:equipment:list',
} as const satisfies Record<Subject, PermissionTag>

export const channels = ['email', 'wecom', 'webhook'] as const
export type Channel = (typeof channels)[number]

/** Who receives: everybody with a role, one person, the inspector of the record, or whom the event names: its owner, or who is mentioned. */
export const receivers = ['role', 'user', 'inspector', 'addressee'] as const
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
