import { nameSchemas, z } from '../zod'
import { sortFields, type ResourceOf } from '../resource'
import { config } from './config-resource'
import { yesNo } from '../constants'
import { isSettingKey, settingOf, type SettingKey } from '../access/settings-catalogue'
import { changeOf, Instant, line, listQuery, name, optionalLine, ReadBy } from '../list/page'

/** Settings for the front end, by key: `sys_app_name`, `sys_app_logo` and others. Unset ones are left out. */
export const AppConfig = z.record(z.string(), z.string().optional())
export type AppConfig = z.infer<typeof AppConfig>

/** Clients send values as text, numbers, or null for none. */
const Value = z
  .string()
  .or(z.number().transform(String))
  .nullable()
  .transform((value) => value ?? '')
  .pipe(line(4000))
  .meta({ canonical: line(4000) })

/** `1` for yes, `0` or `2` for no. */
const Flag = z
  .literal(['0', '1', '2', 'true', 'false', 0, 1, 2, true, false])
  .transform((flag) => ['1', 'true'].includes(String(flag)))
  .meta({ canonical: z.enum(['1', '0']) })

const Fields = z.object({
  configName: name(64).meta({ examples: ['默认产品线'] }),
  configKey: name(64)
    .regex(/^[A-Za-z][\w.-]*$/, 'config.keyFormat')
    .meta({ examples: ['qc_default_line'] }),
  configValue: Value.default(''),
  configType: z.enum(yesNo).default('N'),
  isFrontend: Flag.default(false),
  /** Its value is never read back. For a setting of the product, the catalogue decides and this field is ignored. */
  isSecret: Flag.default(false),
  remark: optionalLine(255),
})

/** A setting of the product must match its form in every request. */
function checkForm(
  { configKey, configValue }: { configKey?: string | undefined; configValue?: string | undefined },
  context: z.RefinementCtx,
) {
  if (configKey === undefined || !isSettingKey(configKey) || configValue === undefined) return
  const { error } = settingOf(configKey).form.safeParse(configValue)
  for (const issue of error?.issues ?? []) context.addIssue({ ...issue, path: ['configValue'] })
}

/** The fields of a parameter that an operator may set. */
export const ConfigInput = Fields.superRefine(checkForm)
export type ConfigInput = z.infer<typeof ConfigInput>

/** An empty value keeps the value of a secret. A change that clears `isSecret` needs the value again. */
export const ConfigChange = changeOf(Fields).superRefine(checkForm)
export type ConfigChange = z.infer<typeof ConfigChange>

export const Config = z.object({
  id: z.int(),
  configName: z.string(),
  configKey: z.string(),
  /** Empty for a secret. */
  configValue: z.string(),
  configType: z.enum(yesNo),
  isFrontend: z.enum(['0', '1']),
  isSecret: z.boolean(),
  remark: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Config = z.infer<typeof Config>

export const ConfigQuery = listQuery(
  {
    configName: line(64).optional(),
    configKey: line(64).optional(),
    configType: z.enum(yesNo).optional(),
    isFrontend: Flag.optional(),
    use: ReadBy.optional(),
  },
  sortFields(config satisfies ResourceOf<Config>),
)
export type ConfigQuery = z.infer<typeof ConfigQuery>

export const ConfigKeyParam = z.object({ key: z.string().max(64) })
export const ConfigValue = z.object({ configKey: z.string(), configValue: z.string() })

/** The settings by key; unset ones are empty. */
export const SystemSettings = z.record(z.string(), z.string())
export type SystemSettings = Record<SettingKey, string>
/** The values that empty settings stand for. */
export const SettingDefaults = z.object({ defaults: SystemSettings })

const Entry = z.object({
  configKey: z
    .string()
    .max(64)
    .meta({ examples: ['sys_app_name'] }),
  configValue: Value,
  /** The value before the change. With it, the change is refused if another user has saved a different one. */
  seen: Value.optional(),
})

/** Settings to save, as clients send them: a list of keys and values, null for none. */
export const SettingsChange = z
  .array(Entry)
  .max(100)
  .transform((entries, context) => {
    const values: Partial<SystemSettings> = {}
    const seen: Partial<SystemSettings> = {}
    for (const { configKey, configValue, seen: before } of entries) {
      if (!isSettingKey(configKey)) {
        context.addIssue({ code: 'custom', message: 'sysSet.unknownKey', path: [configKey], input: configValue })
        continue
      }
      const { data, error } = settingOf(configKey).form.safeParse(configValue)
      if (data !== undefined) values[configKey] = data
      if (before !== undefined) seen[configKey] = before
      for (const issue of error?.issues ?? []) context.addIssue({ ...issue, path: [configKey] })
    }
    return { values, seen }
  })
export type SettingsChange = z.infer<typeof SettingsChange>

/** The facts of an uploaded file; `full_path` is its address on this server. */
export const Uploaded = z.object({
  size: z.int(),
  path: z.string(),
  full_path: z.string(),
  name: z.string(),
  type: z.string(),
})
export type Uploaded = z.infer<typeof Uploaded>

nameSchemas({ AppConfig, ConfigInput, ConfigChange, Config, ConfigValue, SystemSettings, Uploaded })
