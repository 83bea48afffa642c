import type { MenuType } from '#shared/constants'
import { Icon } from '../../../ui/icons/Icon'
import { useText } from '../../../ui/useText'
import { entryTitle } from './entry-title'

type MenuPreviewProps = {
  type: MenuType
  title: string
  titleEn: string
  icon: string
  /** Titles of its ancestor directories, from the top down. */
  above: readonly string[]
  /** True for a link to another site. */
  isLink: boolean
  isShown: boolean
}

/** A preview of the edited entry in the sidebar, in both of its colours. */
export function MenuPreview({ type, isShown, ...look }: MenuPreviewProps) {
  const t = useText()
  const note = type === 'F' ? t('menu.previewAction') : isShown ? undefined : t('menu.previewHidden')
  return (
    <section className="menu-preview" aria-label={t('menu.preview')}>
      <p className="field-label">{t('menu.preview')}</p>
      {note ? (
        <p className="field-hint">{note}</p>
      ) : (
        <div className="grid gap-16 menu-preview-sides">
          <Side {...look} type={type} look="dark" label={t('menu.previewDark')} />
          <Side {...look} type={type} look="light" label={t('menu.previewLight')} />
        </div>
      )}
    </section>
  )
}

type SideProps = Omit<MenuPreviewProps, 'isShown'> & { look: 'dark' | 'light'; label: string }

function Side({ type, title, titleEn, icon, above, isLink, look, label }: SideProps) {
  const t = useText()
  const isNamed = title.trim() !== '' || titleEn.trim() !== ''
  const shown = isNamed ? entryTitle({ title: title.trim(), titleEn: titleEn.trim() }) : t('menu.entryTitle')
  return (
    <div className="menu-preview-side" data-sidebar-look={look} role="img" aria-label={`${label}: ${shown}`}>
      {above.map((directory, depth) => (
        <p key={directory} className="row gap-10 menu-preview-entry" style={{ paddingInlineStart: indent(depth) }}>
          <span>{directory}</span>
          <Icon name="chevron-up" />
        </p>
      ))}
      <p className="row gap-10 menu-preview-entry" style={{ paddingInlineStart: indent(above.length) }}>
        {icon !== '' && <Icon name={icon} size={20} />}
        <span>{shown}</span>
        {type === 'M' ? <Icon name="chevron-down" /> : isLink && <Icon name="external" />}
      </p>
    </div>
  )
}

const indent = (depth: number) => 12 + depth * 16
