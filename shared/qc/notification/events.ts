/**
 * The events of notifications. A new event needs an entry here and its texts `notification.event.<name>`. An event
 * about records also needs its condition in `server/qc/notification/occurrences.ts`. An event with an addressee names
 * one person itself.
 */
const declared = {
  /** A submitted or corrected record is NG. */
  recordNg: { about: 'record', hasSeverity: true },
  /** A signal is open. */
  signalOpened: { about: 'signal', hasSeverity: true },
  /** A record waits for its review. */
  reviewDue: { about: 'record' },
  /** A record waits for its approval. */
  approvalDue: { about: 'record' },
  /** A record was rejected, or reopened after its approval. */
  recordReturned: { about: 'record' },
  /** A comment on a record addresses somebody. */
  mentioned: { about: 'record', hasAddressee: true },
  /** Somebody became the owner of a record or a signal. */
  recordAssigned: { about: 'record', hasAddressee: true },
  signalAssigned: { about: 'signal', hasAddressee: true },
  /** The owner has not settled it by the due day. */
  recordOverdue: { about: 'record', hasAddressee: true },
  signalOverdue: { about: 'signal', hasAddressee: true },
  /** The calibration of equipment expires soon, or has expired. */
  calibrationDue: { about: 'equipment' },
} as const satisfies Record<string, Declared>

type Declared = { about: Subject; hasSeverity?: true; hasAddressee?: true }

/** The subject of an event. */
export type Subject = 'record' | 'signal' | 'equipment'
export type NotificationEvent = keyof typeof declared

export const notificationEvents = Object.keys(declared) as NotificationEvent[] // in the order above

export const subjectOf = (event: NotificationEvent): Subject => declared[event].about
export const hasSeverity = (event: NotificationEvent): boolean => 'hasSeverity' in declared[event]

/** The possible receivers of a rule about an event. */
export const receiversOf = (event: NotificationEvent): Receiver[] =>
  receivers.filter((receiver) => {
    if (receiver === 'addressee') return 'hasAddressee' in declared[event]
    return receiver !== 'inspector' || subjectOf(event) !== 'equipment'
  })

export const channels = ['email', 'wecom', 'webhook'] as const
export type Channel = (typeof channels)[number]

/**
 * All users with a role; one user; the inspector of the record; the person in the event (its owner or the mentioned
 * one).
 */
export const receivers = ['role', 'user', 'inspector', 'addressee'] as const
export type Receiver = (typeof receivers)[number]

/** The lowest severity that causes a notification. `any` includes events without a severity. */
export const thresholds = ['any', 'minor', 'major', 'critical'] as const
export type Threshold = (typeof thresholds)[number]

/**
 * `waiting`: for its time or for another attempt; `failed`: no further attempts; `skipped`: the event is no longer so,
 * the recipient may not see the record any more or has no address, or the rule is off.
 */
export const deliveryStates = ['waiting', 'sending', 'sent', 'failed', 'skipped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** The reason for a failed or skipped delivery. */
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
  'outdated',
] as const
export type DeliveryReason = (typeof deliveryReasons)[number]
