import { afterAll, afterEach, beforeAll, beforeEach } from 'bun:test'
import { eq } from 'drizzle-orm'
import { DAY_MS } from '#shared/durations'
import type { RuleInput } from '#shared/qc/notification/schema'
import { startSmtp, type Mail } from '#server/commands/simulator/smtp'
import { readSettings, type Settings, type SmtpSettings, type WebhookSettings } from '#server/env'
import type { Resolve } from '#server/platform/security/outbound'
import { qcJobs } from '#server/qc/notification/jobs'
import { createNotifier, type Notifier } from '#server/qc/notification/sender'
import { startApp, type App } from '../app'
import { done, draftBy, good, qcPlant, stepped, type Person, type Plant, type PlantTemplate } from './plant'

type Hook = { headers: Headers; body: string; at: number }

export const SECRET = 'a secret of forty characters, at the least'.replaceAll(' ', '-')
export const ng = { ...good, look: ['crack'] }
export const TEN_SECONDS = 10_000
export const dayFrom = (ahead: number) => new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10)
export const toLoopback: Resolve = async () => ['127.0.0.1']

const isPerson = (entry: [string, unknown]): entry is [string, Person] =>
  typeof entry[1] === 'object' && entry[1] !== null && 'roleKey' in entry[1]

/** For each test a plant that notifies people outside the browser, by real mail and HTTP servers on loopback. */
export function notificationBench() {
  /** What is new for each test. */
  const here = {} as {
    app: App
    plant: Plant
    /** Of two signatures. */
    template: PlantTemplate
    /** The process that was begun last. */
    notifier: Notifier
    mails: Mail[]
    hooks: Hook[]
    /** How the receiver answers; 204 where nothing else is said. */
    answer: (hook: Hook) => Response | Promise<Response>
    /** What the mail server says instead of taking a mail. */
    refusal: string | undefined
    smtpSettings: SmtpSettings
    webhookSettings: WebhookSettings
    smtp: Awaited<ReturnType<typeof startSmtp>>
    receiver: ReturnType<typeof Bun.serve>
  }

  beforeAll(async () => {
    here.smtp = await startSmtp((mail) => here.mails.push(mail), { before: () => here.refusal })
    here.receiver = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        const hook = { headers: request.headers, body: await request.text(), at: Date.now() }
        here.hooks.push(hook)
        return here.answer(hook)
      },
    })
  })
  afterAll(async () => {
    await here.smtp.stop()
    await here.receiver.stop(true)
  })

  /** Requests that are answered when the test is over. */
  let hanging: (() => void)[] = []
  const hang = () =>
    new Promise<Response>((resolve) => hanging.push(() => resolve(new Response(null, { status: 503 }))))

  let notifiers: Notifier[] = []
  const url = (path = '/hook') => `http://hooks.plant.test:${here.receiver.port}${path}`

  beforeEach(async () => {
    here.mails = []
    here.hooks = []
    here.refusal = undefined
    here.answer = () => new Response(null, { status: 204 })
    here.smtpSettings = {
      host: '127.0.0.1',
      port: here.smtp.port,
      tls: 'off',
      credentials: undefined,
      from: 'caliper@plant.test',
    }
    here.webhookSettings = {
      hosts: [`hooks.plant.test:${here.receiver.port}`],
      networks: ['127.0.0.0/8'],
      secret: SECRET,
    }
    here.app = await startApp({ settings: { webhook: here.webhookSettings, publicUrl: 'https://caliper.plant.test' } })
    here.plant = await qcPlant(here.app)
    here.template = await here.plant.template({ signLevels: 2 })
    for (const [name, { userId }] of Object.entries(here.plant).filter(isPerson))
      await mailbox(userId, `${name}@plant.test`)
  })
  afterEach(async () => {
    for (const release of hanging.splice(0)) release()
    for (const one of notifiers) await one.stop()
    notifiers = []
    await here.app.close()
  })

  const mailbox = (userId: number, email: string) =>
    here.app.store.tx((db) =>
      db.update(here.app.store.t.users).set({ email }).where(eq(here.app.store.t.users.userId, userId)),
    )

  /** A process that sends, with a clock that can be set. */
  async function sending({
    now = Date.now,
    resolve = toLoopback,
    settings = {},
    store = here.app.store,
  }: {
    now?: () => number
    resolve?: Resolve
    settings?: Partial<Settings>
    store?: App['store']
  } = {}) {
    const all = readSettings(
      {},
      {
        mode: 'ephemeral',
        smtp: here.smtpSettings,
        webhook: here.webhookSettings,
        publicUrl: 'https://caliper.plant.test',
        ...settings,
      },
    )
    here.notifier = createNotifier(store, all, { now, resolve })
    notifiers.push(here.notifier)
    return here.notifier
  }
  const settle = () => here.notifier.settle()

  const roleOf = async (person: Person): Promise<number> => {
    const { roles } = here.app.store.t
    const [role] = await here.app.store.db.select().from(roles).where(eq(roles.roleKey, person.roleKey))
    return role!.roleId
  }

  const rule = async (more: Partial<RuleInput> = {}): Promise<number> =>
    done(
      await here.plant.admin.post('/qc/notification-rule', {
        ruleName: 'NG to the engineer',
        event: 'recordNg',
        channel: 'email',
        receiver: 'user',
        userId: here.plant.engineer.userId,
        language: 'en',
        ...more,
      }),
    )
  const webhookRule = (more: Partial<RuleInput> = {}) =>
    rule({ ruleName: 'NG to the hook', channel: 'webhook', url: url(), ...more })

  /** A record with a crack, submitted. */
  async function ngRecord(by: Person = here.plant.inspector) {
    const draft = await draftBy(by, here.template, ng, { remark: 'a crack' })
    return stepped(by, 'submit', draft)
  }

  const deliveries = async (query = ''): Promise<any[]> =>
    (await here.plant.admin.get(`/qc/notification-delivery?pageSize=100&${query}`)).data.list

  const calibrated = async (calibrationDue: string) =>
    done(await here.plant.admin.put(`/qc/equipment/${here.plant.gaugeId}`, { calibrationDue }))
  const calibrationJob = (now = Date.now()) =>
    qcJobs['calibration-due']({ store: here.app.store, settings: readSettings({}), args: '14', now })

  return {
    here,
    url,
    hang,
    mailbox,
    sending,
    settle,
    roleOf,
    rule,
    webhookRule,
    ngRecord,
    deliveries,
    calibrated,
    calibrationJob,
  }
}
