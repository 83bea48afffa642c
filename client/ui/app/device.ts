import type { OwnSession } from '#shared/access/session'
import type { T } from '../useText'

/** A device in words: `Chrome · Windows`. */
export const deviceText = ({ browser, os }: Pick<OwnSession, 'browser' | 'os'>, t: T): string =>
  [browser, os].filter(Boolean).join(' · ') || t('session.unknownDevice')

export const isPhone = ({ os }: Pick<OwnSession, 'os'>): boolean => /^(Android|iOS|iPadOS|HarmonyOS)/i.test(os)
