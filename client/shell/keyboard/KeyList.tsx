import { useSnapshot } from 'valtio'
import { changeSettings, settings } from '../../stores/settings'
import { Dialog } from '../../ui/overlay/Dialog'
import { Switch } from '../../ui/input/Switch'
import { useLocale, useText } from '../../ui/useText'
import { keyGroups, type KeyGroup } from './key-groups'
import { keyNames } from './key-names'
import { Keys } from './Keys'
import { mayGoTo } from './run-command'
import './KeyList.css'

/** The list of keyboard shortcuts. */
export default function KeyList({ onClose }: { onClose: () => void }) {
  const t = useText()
  const list = new Intl.ListFormat(useLocale(), { type: 'disjunction' })
  const { shortcuts } = useSnapshot(settings)
  return (
    <Dialog open size="medium" title={t('keys.title')} onClose={onClose} isChanged={false}>
      <div className="key-list-switch">
        <Switch
          label={t('keys.letters')}
          checked={shortcuts}
          onChange={(checked) => changeSettings({ shortcuts: checked })}
        />
        <p>{t('keys.lettersHint', { keys: list.format(keyNames('mod+alt')) })}</p>
      </div>
      <div className="key-list">
        {keyGroups.map((group) => (
          <Group key={group.title} {...group} />
        ))}
      </div>
    </Dialog>
  )
}

const isOffered = ({ place }: KeyGroup['lines'][number]) => !place || mayGoTo(place)

function Group({ title, lines }: KeyGroup) {
  const t = useText()
  return (
    <section>
      <h3>{t(title)}</h3>
      <ul className="key-list-lines">
        {lines.filter(isOffered).map(({ text, keys }) => (
          <li key={text}>
            <span>{t(text)}</span>
            <span className="row stretch end wrap key-list-keys">
              {keys.map((combination, at) => (
                <span key={combination}>
                  {at > 0 && <span className="sr-only">{t('keys.or')}</span>}
                  <Keys keys={combination} then={t('keys.then')} />
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
