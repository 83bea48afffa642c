import { z } from '../zod'

/** Settings meant for the front end, by key. */
export const AppConfig = z.object({ sys_app_name: z.string(), sys_app_logo: z.string() }).partial().catchall(z.string())
export type AppConfig = z.infer<typeof AppConfig>
