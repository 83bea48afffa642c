import type { SettingsState } from '../../../api/access/system-settings'
import { useAllowed } from '../../../ui/Allow'
import { useText } from '../../../ui/useText'
import { Look } from './Look'
import { Quality } from './Quality'
import { Retention } from './Retention'
import { SignIn } from './SignIn'

/** The sections of the page, each saved on its own. */
export default function Sections(state: SettingsState) {
  const t = useText()
  const mayUpdate = useAllowed(['admin:sysConfigSet:update'])
  return (
    <>
      {!mayUpdate && <p className="sys-set-note">{t('sysSet.noChange')}</p>}
      <fieldset className="sys-set-sections" disabled={!mayUpdate}>
        <Look {...state} />
        <SignIn {...state} />
        <Quality {...state} />
        <Retention {...state} />
      </fieldset>
    </>
  )
}
