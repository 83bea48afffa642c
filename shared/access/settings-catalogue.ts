import { z } from '../zod'
import { MIN_PASSWORD_LENGTH, yesNo } from '../constants'
import type { PlainTextKey } from '../i18n/text'
import { line } from '../list/page'
import { MAX_PHOTO_BYTES, MOST_PHOTOS } from '../qc/record/photo-limits'
import { MAX_PASSWORD_MINIMUM } from './password'
import { isSettingKey, settingTitles, type SettingKey } from './setting-titles'

export { isSettingKey, type SettingKey }

type Setting = {
  /** Its permitted values, as text; empty means the default. */
  form: z.ZodType<string, string>
  /** Readable without a sign-in. */
  isFrontend?: true
  /** Written, never read. */
  isSecret?: true
  /** Only other clients of the API family read it. */
  isForOthers?: true
  /** Other clients of the API family send it. It is not stored and reads as empty. */
  isDropped?: true
}

/** Empty, or a whole number within bounds. */
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .trim()
    .superRefine((entered, { addIssue }) => {
      const bounds = { origin: 'number', inclusive: true, input: entered } as const
      if (entered === '') return
      if (!/^\d{1,9}$/.test(entered)) addIssue({ code: 'custom', message: 'sysSet.notNumber', input: entered })
      else if (Number(entered) < min) addIssue({ code: 'too_small', minimum: min, ...bounds })
      else if (Number(entered) > max) addIssue({ code: 'too_big', maximum: max, ...bounds })
    })
    .transform((entered) => entered && String(Number(entered)))

const Captcha = z
  .string()
  .trim()
  .regex(/^(|always|never|[1-9]|1\d|20)$/, 'sysSet.captchaFormat')

/** A picture on this site. Clients on other sites put this server's address before it. */
const Logo = z
  .string()
  .trim()
  .max(255)
  .transform((address) => address.replace(/^https?:\/\/[^/]+(?:\/.*)?(?=\/static\/uploadfile\/[\w-]+\.\w+$)/, ''))
  .pipe(z.string().regex(/^(|\/[\w-][\w./-]*)$/, 'sysSet.logoFormat'))

/** Names of themes of other clients. */
const Look = z
  .string()
  .trim()
  .max(32)
  .regex(/^[\w-]*$/, 'sysSet.nameFormat')

/** Empty, yes or no. */
const YesNo = z.enum(['', ...yesNo])

/** The product's own settings, by key, each with its form. No value within these bounds can lock out everybody. */
const settingsCatalogue = {
  sys_app_name: { form: line(40), isFrontend: true },
  sys_app_logo: { form: Logo, isFrontend: true },
  sys_login_captcha: { form: Captcha },
  sys_login_passLength: { form: wholeNumber(MIN_PASSWORD_LENGTH, MAX_PASSWORD_MINIMUM) },
  sys_login_initialHours: { form: wholeNumber(1, 8760) },
  sys_session_idleMinutes: { form: wholeNumber(5, 1440) },
  sys_session_maxMinutes: { form: wholeNumber(30, 43_200) },
  sys_log_loginDays: { form: wholeNumber(30, 36_500) },
  sys_log_operaDays: { form: wholeNumber(30, 36_500) },
  sys_trash_days: { form: wholeNumber(1, 3650) },
  sys_index_skinName: { form: Look, isFrontend: true, isForOthers: true },
  sys_index_sideTheme: { form: Look, isFrontend: true, isForOthers: true },
  sys_user_initPassword: { form: z.string(), isSecret: true, isForOthers: true, isDropped: true },
  qc_signaturePassword: { form: YesNo },
  qc_signatureSeries: { form: wholeNumber(0, 5) },
  qc_selfReview: { form: YesNo },
  qc_blockOverdueGauge: { form: YesNo },
  qc_photosPerRecord: { form: wholeNumber(0, MOST_PHOTOS) },
  qc_photoKilobytes: { form: wholeNumber(50, MAX_PHOTO_BYTES / 1024) },
  qc_photoStorageMegabytes: { form: wholeNumber(1, 10_000_000) },
  qc_yieldTarget: { form: wholeNumber(0, 100) },
} as const satisfies Record<SettingKey, Setting>

/** Replaces a hidden value. If a client sends it back, the value stays. */
export const MASK = '********'

export const settingKeys = Object.keys(settingsCatalogue).filter(isSettingKey)

export const settingOf = (key: SettingKey): Setting & { title: PlainTextKey } => ({
  title: settingTitles[key],
  ...settingsCatalogue[key],
})
