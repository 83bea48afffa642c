import { eq } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { lineTime } from '#shared/format/line-time'
import { text } from '#shared/i18n/catalogues'
import type { Channel } from '#shared/qc/notification/events'
import type { DeliveryResult } from '#shared/qc/notification/schema'
import { getBinding } from '../../access/wecom/binding'
import { createWecom } from '../../access/wecom/client'
import type { Settings } from '../../env'
import { oneRow } from '../../platform/list/statement'
import { errorFields, log } from '../../platform/log/index'
import { serverZone } from '../../platform/sheets/clock'
import { resolveHost, type Resolve } from '../../platform/security/outbound'
import type { Store } from '../../platform/store'
import { isMailAddress, sendEmail } from './channels/email'
import { failed, refused, type Notice, type Outcome, type OutgoingMessage } from './channels/message'
import { sendWebhook } from './channels/webhook'
import { sendToMember } from './channels/wecom'
import { dispatchEvents, type RuleRow } from './dispatch'
import { noticeOf, recipientOf, type User } from './facts'
import {
  claimNext,
  hasWork,
  noteFailed,
  noteSent,
  noteSkipped,
  putBack,
  takeUpCut,
  type Claim,
  type DeliveryRow,
} from './queue'
import { afterQuiet } from './timing'

/** Events committed within this time are read together. */
const GATHER_MS = 250
/** Interval of the search for due deliveries, and for those left by other processes. */
const POLL_MS = 2_000
/** Limit of an attempt, whatever the other side does. */
const ATTEMPT_MS = 30_000
/** Concurrent messages: per target, and in total. */
const MOST_PER_TARGET = 4
const MOST_AT_ONCE = 16

export type Notifier = ReturnType<typeof createNotifier>

type Options = { now?: () => number; resolve?: Resolve }

/**
 * Notifies people outside the browser: reads the events of the outbox, makes deliveries and sends them. Each process
 * has one sender. No two processes take the same delivery.
 */
export function createNotifier(
  store: Store,
  settings: Pick<Settings, 'smtp' | 'webhook' | 'wecom' | 'publicUrl'>,
  { now = Date.now, resolve = resolveHost }: Options = {},
) {
  const { smtp, webhook, publicUrl } = settings
  const wecom = settings.wecom && createWecom(settings.wecom, now)
  const underWay = new Map<Promise<void>, string>()
  const stopping = new AbortController()
  let round: Promise<void> | undefined
  let isAskedAgain = false
  let wakeTimer: ReturnType<typeof setTimeout> | undefined
  let rest = () => {}

  const setUp: Record<Channel, boolean> = {
    email: smtp !== undefined,
    wecom: wecom !== undefined,
    webhook: webhook !== undefined && webhook.hosts.length > 0,
  }

  /** Several calls within a short time are one. */
  function wake() {
    if (stopping.signal.aborted) return
    wakeTimer ??= setTimeout(() => {
      wakeTimer = undefined
      void look()
    }, GATHER_MS)
  }

  /** Dispatches and sends due deliveries. A call meanwhile repeats it once more. */
  function look(): Promise<void> {
    if (round) isAskedAgain = true
    return (round ??= work().finally(() => {
      round = undefined
      if (isAskedAgain) wake()
      isAskedAgain = false
    }))
  }

  async function work() {
    try {
      await dispatchEvents(store, now())
      while (!stopping.signal.aborted && underWay.size < MOST_AT_ONCE && (await hasWork(store, now()))) {
        const claim = await claimNext(store, now(), busyTargets())
        if (!claim) return
        begin(claim)
      }
    } catch (error) {
      if (!stopping.signal.aborted) log('warn', 'notification', errorFields(error)) // tried again at the next look
    }
  }

  const busyTargets = () =>
    [...Map.groupBy(underWay.values(), (target) => target)]
      .filter(([, same]) => same.length >= MOST_PER_TARGET)
      .map(([target]) => target)

  function begin(claim: Claim) {
    const sending: Promise<void> = carryOut(claim)
      .catch((error: unknown) => log('warn', 'notification', errorFields(error))) // its lease ends
      .finally(() => {
        underWay.delete(sending)
        wake()
      })
    underWay.set(sending, claim.rows[0]!.target)
  }

  async function carryOut(claim: Claim) {
    const { rows } = claim
    const [head] = rows as [DeliveryRow, ...DeliveryRow[]]
    const rule = await ruleById(store, { ruleId: head.ruleId })
    if (rule?.status !== statuses.on) return noteSkipped(store, claim, rows, 'ruleOff', now())
    const until = afterQuiet(now(), rule, head.tz)
    if (until > now()) return putBack(store, claim, until)
    const recipient = await recipientOf(store, head.userId, rule)
    if (!recipient) return noteSkipped(store, claim, rows, 'noRight', now())

    const telling = { locale: rule.language, receiver: rule.receiver, publicUrl, now: now() }
    const told: { row: DeliveryRow; notice: Notice }[] = []
    for (const row of rows) {
      const notice = await noticeOf(store, row, recipient, telling)
      if (typeof notice === 'string') await noteSkipped(store, claim, [row], notice, now())
      else told.push({ row, notice })
    }
    if (told.length === 0) return
    const notices = [...new Map(told.map(({ row, notice }) => [`${row.event} ${row.entityId}`, notice])).values()] // one each
    const message = { id: claim.messageId, title: titleOf(rule, notices), notices }
    const outcome = await inTime(send(rule, recipient.user, message))
    const sentRows = told.map(({ row }) => row)
    if (outcome.isSent) return noteSent(store, claim, sentRows, now())
    if (!claim.isProbe)
      log('warn', 'notification', {
        channel: rule.channel,
        ruleId: rule.ruleId,
        reason: outcome.reason,
        code: outcome.code,
      })
    if (outcome.reason === 'noAddress') return noteSkipped(store, claim, sentRows, 'noAddress', now())
    return noteFailed(store, claim, sentRows, outcome, now())
  }

  async function send(rule: Pick<RuleRow, 'channel' | 'url'>, user: User, message: OutgoingMessage): Promise<Outcome> {
    const { channel, url } = rule
    if (!setUp[channel]) return failed('notSetUp')
    if (channel === 'email') {
      return isMailAddress(user.email) ? sendEmail(smtp!, user.email, message) : refused('noAddress')
    }
    if (channel === 'webhook') return sendWebhook({ settings: webhook!, resolve, now }, url, message)
    const binding = await getBinding(store, wecom!.corpId, user.userId)
    return binding ? sendToMember(wecom!, binding.memberId, message) : refused('noAddress')
  }

  return {
    setUp,
    webhookHosts: webhook?.hosts ?? [],
    /** Starts sending due deliveries. */
    async start(): Promise<void> {
      if (!store.isShared) await takeUpCut(store, now())
      const stops = [store.onCommit(wake), store.onNews('feed', wake)]
      const polling = setInterval(() => void look(), POLL_MS)
      rest = () => {
        for (const stop of stops) stop()
        clearInterval(polling)
      }
      wake()
    },
    /** Takes no more deliveries, and waits for running attempts. */
    async stop(): Promise<void> {
      stopping.abort()
      rest()
      clearTimeout(wakeTimer)
      await round
      await Promise.allSettled(underWay.keys())
    },
    /** Dispatches committed events, sends due deliveries, and waits for the end. */
    async settle(): Promise<void> {
      do {
        await look()
        await Promise.allSettled(underWay.keys())
      } while (await hasWork(store, now()))
    },
    /** Sends a message without an event to a user; by a webhook to its address. */
    async test(rule: Pick<RuleRow, 'channel' | 'url' | 'language' | 'ruleName'>, user: User): Promise<DeliveryResult> {
      const { language, ruleName } = rule
      const line = text(language, 'notification.test', { rule: ruleName })
      const at = now()
      const time = lineTime(at, serverZone())
      const notice = { event: 'test' as const, at, time, text: line, link: publicUrl, data: {} }
      const outcome = await inTime(send(rule, user, { id: crypto.randomUUID(), title: line, notices: [notice] }))
      if (outcome.isSent) return { isSent: true, reason: null, code: null }
      return { isSent: false, reason: outcome.reason, code: outcome.code ?? null }
    },
  }
}

const ruleById = oneRow(({ db, t: { notificationRules }, bind }) =>
  db
    .select()
    .from(notificationRules)
    .where(eq(notificationRules.ruleId, bind('ruleId'))),
)

function titleOf({ language, ruleName }: Pick<RuleRow, 'language' | 'ruleName'>, notices: readonly Notice[]): string {
  const [only] = notices
  if (notices.length === 1) return only!.text
  return text(language, 'notification.digest', { count: notices.length, rule: ruleName })
}

async function inTime(outcome: Promise<Outcome>): Promise<Outcome> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<Outcome>((resolve) => (timer = setTimeout(() => resolve(failed('timeout')), ATTEMPT_MS)))
  return Promise.race([outcome, tooLate]).finally(() => clearTimeout(timer))
}
