import { nameSchemas, z } from '../zod'
import { Instant } from '../list/page'

const percent = z.number().min(0).max(100)

/** A problem that needs an action of an administrator. */
export const ServerNotice = z.object({
  kind: z.enum(['database', 'disk', 'backup', 'clock', 'notifications']),
  /** Data may be lost, or cannot be saved. */
  isUrgent: z.boolean(),
  text: z.string(),
  /** The page for the solution. */
  page: z.enum(['jobs', 'monitor', 'deliveries']),
})
export type ServerNotice = z.infer<typeof ServerNotice>

export const ServerNotices = z.array(ServerNotice)

/** The state of the server, in the answer of GET /server-monitor beside `data`, in the units of the API family. */
export const ServerMonitor = z.object({
  os: z.object({
    goOs: z.string(),
    arch: z.string(),
    /** Of the system kernel. */
    version: z.string(),
    /** The runtime of the product. */
    compiler: z.string(),
    ip: z.string(),
    projectDir: z.string(),
    hostName: z.string(),
    time: Instant,
  }),
  /** MB. */
  mem: z.object({ used: z.number(), total: z.number(), percent }),
  cpu: z.object({
    cpuInfo: z.array(z.object({ modelName: z.string(), mhz: z.number() })),
    percent,
    cpuNum: z.int(),
  }),
  disk: z.object({
    /** GB, but MB in the list. */
    total: z.number(),
    used: z.number(),
    percent,
    diskList: z.array(z.object({ path: z.string(), total: z.number(), used: z.number(), usedPercent: percent })),
  }),
  /** KB since the start of the machine; 0 if unknown. */
  net: z.object({ in: z.number(), out: z.number() }),
  /** MB. */
  swap: z.object({ used: z.number(), total: z.number() }),
  location: z.string(),
  /** Hours since the start of the machine. */
  bootTime: z.number(),
  /** This process; memory in MB. */
  process: z.object({
    version: z.string(),
    startedAt: Instant,
    rss: z.number(),
    heap: z.number(),
    /** Per cent of one core, since the previous request for it. */
    cpuPercent: z.number(),
  }),
  database: z.object({
    dialect: z.enum(['sqlite', 'postgres']),
    /**
     * MB on disk, with data not yet written into the database; 0 if unknown. Values below 0.1 are precise to the kB.
     */
    size: z.number(),
    log: z.number(),
    version: z.string(),
    /** The database answers. If false, figures that depend on it are 0 or empty. */
    isUp: z.boolean(),
  }),
  /** Figures of the last five minutes, except `underWay`. */
  requests: z.object({
    perMinute: z.number(),
    failedPerMinute: z.number(),
    p50Ms: z.number(),
    p95Ms: z.number(),
    underWay: z.int(),
  }),
  /** The time that due work waited for other work in the last minute, in milliseconds. */
  loop: z.object({ p50Ms: z.number(), p99Ms: z.number(), maxMs: z.number() }),
  backup: z.object({
    /** The time of the newest good backup. */
    lastAt: Instant.nullable(),
    isLate: z.boolean(),
  }),
  streams: z.int(),
  sessions: z.int(),
  jobs: z.object({
    /** Scheduled jobs whose last run failed. */
    failing: z.int(),
  }),
  auditEntries: z.int(),
  /** Sign-in with WeCom in this process; null if it is not set up. */
  wecom: z
    .object({
      /** The last fault since the start, in words. */
      lastFault: z
        .object({
          at: Instant,
          /** WeCom's code, if WeCom answered with one. */
          code: z.int().nullable(),
          text: z.string(),
        })
        .nullable(),
    })
    .nullable(),
  /** Problems that need an action of an administrator, in words. */
  notices: z.array(ServerNotice),
})
export type ServerMonitor = z.infer<typeof ServerMonitor>

/** The periods of the server trends, in hours. Figures are kept for the longest one. */
export const trendHours = [1, 6, 24] as const

export const ServerTrendQuery = z.object({
  hours: z.coerce
    .number()
    .refine((hours) => trendHours.some((known) => known === hours))
    .meta({ canonical: z.literal(trendHours) })
    .default(6),
})

/**
 * The state of the server, the oldest first: one point per minute for 1 hour, per two minutes for 6 hours, per five
 * minutes for 24 hours. Only since the start of this process.
 */
export const ServerTrend = z
  .array(
    z.object({
      at: Instant,
      cpuPercent: percent,
      /** This process, in per cent of one core. */
      ownCpuPercent: z.number(),
      memoryPercent: percent,
      /** MB, of this process. */
      rss: z.number(),
      /** The longest time that due work waited for other work, in milliseconds. */
      loopMaxMs: z.number(),
      perMinute: z.number(),
      failedPerMinute: z.number(),
    }),
  )
  .max(300)
export type ServerTrend = z.infer<typeof ServerTrend>

nameSchemas({ ServerNotice })
