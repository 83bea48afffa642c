import { useSnapshot } from 'valtio'
import { ALL_PERMISSIONS } from '#shared/permissions'
import { menu } from '../../../stores/menu'
import { session } from '../../../stores/session'
import { titleText } from '../../../stores/titles'
import { Fact } from '../../../ui/layout/Fact'
import { useLocale, useText, type T } from '../../../ui/useText'
import { actionNames, permissionGroups } from './permission-groups'

/** What the operator may do, in the words of the menu. */
export function Permissions() {
  const t = useText()
  const locale = useLocale()
  const { permissions } = useSnapshot(session)
  const { items } = useSnapshot(menu)

  if (permissions.includes(ALL_PERMISSIONS)) return <p>{t('profile.allPermissions')}</p>
  if (permissions.length === 0) return <p className="profile-none">{t('profile.noPermissions')}</p>
  return (
    <dl className="profile-facts">
      {permissionGroups(permissions, items).map(({ resource, page, actions }) => (
        <Fact
          key={resource}
          label={page ? titleText({ title: page.title, titleEn: page.titleEn }, t, locale) : resource}
        >
          {new Intl.ListFormat(locale).format(actionTexts(actions, t))}
        </Fact>
      ))}
    </dl>
  )
}

/** In words, without saying one twice; what is not known is named as it is, at the end. */
function actionTexts(actions: readonly string[], t: T): string[] {
  const named = actionNames.filter((name) => actions.includes(name)).map((name) => t(`permission.${name}`))
  const others = actions.filter((action) => !actionNames.some((name) => name === action))
  return [...new Set([...named, ...others])]
}
