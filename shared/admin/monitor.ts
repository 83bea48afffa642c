import { nameSchemas, z } from '../zod'
import { Instant } from '../list/page'

const percent = z.number().min(0).max(100)

/** Something an administrator has to act on. */
export const ServerNotice = z.object({
  kind: z.enum(['database', 'disk', 'backup', 'clock', 'notifications']),
  /** Data may be lost, or cannot be saved. */
  isUrgent: z.boolean(),
  text: z.string(),
  /** The page that helps. */
  page: z.enum(['jobs', 'monitor', 'deliveries']),
})
export type ServerNotice = z.infer<typeof ServerNotice>

export const ServerNotices = z.array(ServerNotice)

/** How the server does, as GET /server-monitor answers beside `data`, in the units that the API family shows. */
export const ServerMonitor = z.object({
  os: z.object({
    goOs: z.string(),
    arch: z.string(),
    /** Of the system's kernel. */
    version: z.string(),
    /** What runs the product. */
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
  /** KB since the machine started; 0 where unknown. */
  net: z.object({ in: z.number(), out: z.number() }),
  /** MB. */
  swap: z.object({ used: z.number(), total: z.number() }),
  location: z.string(),
  /** Hours since the machine started. */
  bootTime: z.number(),
  /** This process; memory in MB. */
  process: z.object({
    version: z.string(),
    startedAt: Instant,
    rss: z.number(),
    heap: z.number(),
    /** Of one core, since the time before that somebody asked. */
    cpuPercent: z.number(),
  }),
  database: z.object({
    dialect: z.enum(['sqlite', 'postgres']),
    /** MB on disk, with what waits to be written into it; 0 where unknown; below 0.1 to the kB. */
    size: z.number(),
    log: z.number(),
    version: z.string(),
    /** It answers; what is known only then is 0 or empty otherwise. */
    isUp: z.boolean(),
  }),
  /** Of the last five minutes, but for those under way. */
  requests: z.object({
    perMinute: z.number(),
    failedPerMinute: z.number(),
    p50Ms: z.number(),
    p95Ms: z.number(),
    underWay: z.int(),
  }),
  /** How long due work had to wait for other work in the last minute, in milliseconds. */
  loop: z.object({ p50Ms: z.number(), p99Ms: z.number(), maxMs: z.number() }),
  backup: z.object({
    /** Of the newest good one. */
    lastAt: Instant.nullable(),
    isLate: z.boolean(),
  }),
  streams: z.int(),
  sessions: z.int(),
  jobs: z.object({
    /** Under the clock, and the last run has failed. */
    failing: z.int(),
  }),
  auditEntries: z.int(),
  /** Signing in with WeCom, as this process has seen it; null where it is not set up. */
  wecom: z
    .object({
      /** What went wrong last since the start, in words. */
      lastFault: z
        .object({
          at: Instant,
          /** Of WeCom, where it has answered with one. */
          code: z.int().nullable(),
          text: z.string(),
        })
        .nullable(),
    })
    .nullable(),
  /** What an administrator has to act on, in words. */
  notices: z.array(ServerNotice),
})
export type ServerMonitor = z.infer<typeof ServerMonitor>

/** Hours that the trends of the server monitor can show; the longest is as long as figures are kept. */
export const trendHours = [1, 6, 24] as const

export const ServerTrendQuery = z.object({
  hours: z.coerce
    .number()
    .refine((hours) => trendHours.some((known) => known === hours))
    .meta({ canonical: z.literal(trendHours) })
    .default(6),
})

/**
 * How the server did, the oldest first: a point a minute, of the longest times one in five. This process alone, since its
 * start.
 */
export const ServerTrend = z
  .array(
    z.object({
      at: Instant,
      cpuPercent: percent,
      /** Of one core, by this process. */
      ownCpuPercent: z.number(),
      memoryPercent: percent,
      /** MB, of this process. */
      rss: z.number(),
      /** The longest that due work had to wait for other work, in milliseconds. */
      loopMaxMs: z.number(),
      perMinute: z.number(),
      failedPerMinute: z.number(),
    }),
  )
  .max(300)
export type ServerTrend = z.infer<typeof ServerTrend>

nameSchemas({ ServerNotice })
