import { proxy } from 'valtio'
import { APP_INFO_KEY, MIN_PASSWORD_LENGTH } from '#shared/constants'
import { MAX_PHOTO_BYTES, MOST_PHOTOS } from '#shared/qc/record/photo-limits'
import { fetchFacts, keptFacts, type AppFacts } from './app-config'
import { readFields } from './storage'

/** The server's public facts about itself. */
export const appInfo = proxy<AppFacts>({
  name: '',
  logo: '',
  demoAccounts: [],
  setup: 'unknown',
  isWecomEnabled: false,
  timeZone: undefined,
  hasBackupJob: true,
  photosPerRecord: MOST_PHOTOS,
  photoBytes: MAX_PHOTO_BYTES,
})

/** Shows the browser's stored facts, then the server's present ones. Always resolves. */
export async function loadAppInfo(): Promise<void> {
  const { setup: _, ...kept } = keptFacts() // what was to be set up may be set up by now
  Object.assign(appInfo, kept)
  try {
    Object.assign(appInfo, await fetchFacts())
  } catch {
    // the server does not answer: the stored facts remain
  }
}

/** Takes over the facts that the sign-in page of this window has loaded. */
export const adoptAppInfo = (): void => void Object.assign(appInfo, keptFacts())

/** Called after the first administrator was created. */
export const finishSetup = (): void => void (appInfo.setup = 'done')

/** The minimum length of a new password, from the server's last answer. The server itself checks the length. */
export const minPasswordLength = (): number =>
  Number(readFields(APP_INFO_KEY)['sys_login_passLength']) || MIN_PASSWORD_LENGTH
