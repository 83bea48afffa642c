import type { PlainTextKey } from '#shared/i18n/text'
import { isDark, settings, toggleDark } from '../../stores/settings'
import type { IconName } from '../../ui/Icon'
import { tr } from '../../ui/useText'
import { signOut } from '../AvatarMenu'
import { hasFullscreen, isFullscreen, toggleFullscreen } from '../fullscreen'
import { openOverlay } from '../keyboard/overlay'
import { newButton } from '../keyboard/run-command'
import { chooseLanguage } from '../settings/choose-language'
import { openSettings } from '../settings/open-settings'
import { spellingOf } from './spellings'

/** Something that can be done from anywhere. */
export type Action = { label: string; keys: string; icon: IconName; run: () => unknown }

const action = (key: PlainTextKey, icon: IconName, run: () => unknown): Action => ({
  label: tr(key),
  keys: spellingOf(key),
  icon,
  run,
})

/** What can be done now, in the operator's language. */
export function actionsNow(): Action[] {
  const create = newButton()
  return [
    ...(create ? [{ label: create.textContent, keys: '', icon: 'plus' as const, run: () => create.click() }] : []),
    isDark() ? action('shell.toLight', 'sun', toggleDark) : action('shell.toDark', 'moon', toggleDark),
    ...(hasFullscreen()
      ? [
          isFullscreen()
            ? action('shell.leaveFullScreen', 'fullscreen-exit', toggleFullscreen)
            : action('shell.fullScreen', 'fullscreen', toggleFullscreen),
        ]
      : []),
    action('settings.title', 'system-tools', openSettings),
    action('shell.otherLanguage', 'language', () => chooseLanguage(settings.locale === 'zh' ? 'en' : 'zh')),
    action('keys.title', 'info', () => openOverlay('keys')),
    action('shell.signOut', 'logout', signOut),
  ]
}

/** Whether an action is called something like this. */
export function isCalled({ label, keys }: Action, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  const typed = wanted.replace(/[\s']/g, '') || wanted
  return label.toLowerCase().includes(wanted) || keys.includes(typed)
}
