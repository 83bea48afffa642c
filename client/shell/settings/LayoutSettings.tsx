import { useId } from 'react'
import { useSnapshot } from 'valtio'
import { layout, setSize } from '../../stores/layout'
import { sizes } from '../../stores/setting-values'
import { changeSettings, settings } from '../../stores/settings'
import { Switch } from '../../ui/input/Switch'
import { useText } from '../../ui/useText'
import { Segments } from './Segments'

/** The parts of the frame, and their sizes. */
export function LayoutSettings() {
  const t = useText()
  const id = useId()
  const { fontSize, shortcuts, ...shown } = useSnapshot(settings)
  const { size } = useSnapshot(layout)
  return (
    <section aria-labelledby={id} className="grid settings-section">
      <h3 id={id}>{t('settings.layout')}</h3>
      {(['topNav', 'tagsView', 'fixedHeader', 'sidebarLogo'] as const).map((name) => (
        <Switch
          key={name}
          label={t(`settings.${name}`)}
          checked={shown[name]}
          onChange={(checked) => changeSettings({ [name]: checked })}
        />
      ))}
      <Segments
        label={t('settings.size')}
        value={size}
        options={sizes.map((value) => ({ value, label: t(`settings.size.${value}`) }))}
        onChoose={setSize}
      />
      <Segments
        label={t('settings.fontSize')}
        value={fontSize}
        options={([14, 16] as const).map((value) => ({ value, label: t(`settings.fontSize.${value}`) }))}
        onChoose={(chosen) => changeSettings({ fontSize: chosen })}
      />
      <Switch
        label={t('settings.shortcuts')}
        checked={shortcuts}
        onChange={(checked) => changeSettings({ shortcuts: checked })}
      />
      <p className="settings-hint">{t('settings.shortcutsHint')}</p>
    </section>
  )
}
