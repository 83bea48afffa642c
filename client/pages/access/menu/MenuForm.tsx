import { useState, type ComponentProps } from 'react'
import type { MenuType } from '#shared/constants'
import { isWebAddress } from '#shared/access/menu-rules'
import { MenuInput, type Menu, type MenuDetail } from '#shared/access/menu'
import { menu } from '#shared/access/menu-resource'
import { menuApi } from '../../../api/access/menu-entries'
import type { ResourceForm } from '../../../ui/record/list-page'
import { InputField, SelectField } from '../../../ui/form/fields'
import { RecordFooter, recordForm, saveRecord, type FieldsProps } from '../../../ui/record/record-form'
import { useText } from '../../../ui/useText'
import { FieldConflict } from '../../../ui/form/ConflictChoice'
import { nodeName, yesOrNo } from '../../../ui/form/conflict-words'
import { Field } from '../../../ui/form/Field'
import { TreeSelect } from '../../../ui/input/TreeSelect'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { entryTitle } from './entry-title'
import type { MenuFilters } from './columns'
import { IconSelect } from './IconSelect'
import { MenuPreview } from './MenuPreview'
import { viewChoicesOf, lastBelow, parentsFor, titlesTo, isArea, numberOf, permissionChoicesOf, tagAt } from './choices'
import { TypeField } from './TypeField'
import './menu.css'

/** The dialog that creates or changes a menu entry. */
export default recordForm<MenuDetail, { tree: readonly Menu[] }, MenuFilters>(menu, {
  api: menuApi,
  load: async () => ({ tree: await menuApi.list() }),
  label: entryTitle,
  Fields: MenuFields,
})

type MenuFieldsProps = FieldsProps<MenuDetail> & { tree: readonly Menu[] } & Pick<ResourceForm<MenuFilters>, 'parentId'>

/** The fields of each type; choosing another type empties the rest. */
const fieldsOf: Record<MenuType, readonly ('icon' | 'path' | 'component' | 'menuName' | 'activeMenu')[]> = {
  M: ['icon', 'path', 'menuName'],
  C: ['icon', 'path', 'component', 'menuName', 'activeMenu'],
  F: [],
}

/** `parentId`: the parent of a new entry; 0 for the top. */
function MenuFields({ tree, parentId = 0, ...dialog }: MenuFieldsProps) {
  const { record: menu } = dialog
  const t = useText()
  const { input, select, selectProps, setValue, watch, formProps, fieldProps, formState } = useSchemaForm(MenuInput, {
    record: menu,
    defaults: (menu) => defaultsOf(menu, tree, parentId),
    save: saveRecord(menuApi, dialog, entryTitle),
  })
  const [views] = useState(() => viewChoicesOf(tree))
  const [permissionChoices] = useState(() => permissionChoicesOf(tree))
  // oxlint-disable-next-line react/incompatible-library -- nothing memoizes it: the preview follows every key
  const entered = watch()
  const type = entered.menuType
  const isLink = type === 'C' && isWebAddress(entered.path ?? '')
  const isPage = type === 'C' && !isLink
  const { nodes, mayHold } = parentsFor(type, tree, menu?.menuId, t('menu.parentTop'))
  const parent = Number(entered.parentId ?? 0)
  const isShown = entered.visible !== '1'

  function chooseType(next: MenuType) {
    setValue('menuType', next, { shouldValidate: formState.isSubmitted })
    for (const field of fieldsOf.C) if (!fieldsOf[next].includes(field)) setValue(field, '')
    if (next !== 'C' && entered.component) setValue('component', '')
    if (!parentsFor(next, tree, menu?.menuId, '').mayHold(parent)) putBelow(0)
  }

  /** A new parent puts the entry last among its children. */
  function putBelow(id: number) {
    setValue('parentId', id, { shouldTouch: true, shouldDirty: true, shouldValidate: formState.isSubmitted })
    setValue('sort', menu?.parentId === id ? menu.sort : lastBelow(tree, id))
  }

  return (
    <form {...formProps}>
      <TypeField value={type} onSelect={chooseType} />
      <FieldConflict label={t('menu.type')} {...fieldProps('menuType', (value) => t(`menu.type.${value}`))} />
      <div className="field-columns">
        <InputField {...input('title')} label={t('menu.entryTitle')} required />
        <InputField {...input('titleEn')} label={t('menu.titleEn')} hint={t('menu.titleEnHint')} />
        <Field
          label={t('menu.parent')}
          {...fieldProps('parentId', (id) => titlesTo(tree, Number(id)).join(' / ') || t('menu.parentTop'))}
          required={type === 'F'}
        >
          {(control) => (
            <TreeSelect
              {...control}
              onSelect={(id) => putBelow(id ?? 0)}
              label={t('menu.parent')}
              nodes={nodes}
              value={mayHold(parent) ? parent : undefined}
              isOff={({ id }) => !mayHold(id)}
            />
          )}
        </Field>
        {type !== 'F' && (
          <Field label={t('menu.icon')} {...fieldProps('icon', (icon) => icon || t('menu.iconNone'))}>
            {(control) => <IconSelect {...control} {...selectProps('icon')} label={t('menu.icon')} />}
          </Field>
        )}
        {type !== 'F' && (
          <InputField
            {...input('path')}
            label={t('menu.path')}
            hint={t(type === 'C' ? 'menu.pathHint' : 'menu.directoryPathHint')}
            required={type === 'C'}
            isCode
          />
        )}
        {isPage && (
          <SelectField
            {...select('component')}
            label={t('menu.component')}
            value={entered.component || undefined}
            options={views}
            placeholder={entered.component ? undefined : t('choice.none')}
            required
          />
        )}
        {isPage && (
          <InputField {...input('menuName')} label={t('menu.name')} hint={t('menu.nameHint')} required isCode />
        )}
        {type !== 'M' && (
          <Field
            label={t('menu.permission')}
            {...fieldProps('permission', (tag) =>
              tag ? nodeName(permissionChoices, numberOf(tag)) || tag : t('menu.permissionNone'),
            )}
            hint={t('menu.permissionHint')}
            required={type === 'F'}
          >
            {(control) => (
              <TreeSelect
                {...control}
                label={t('menu.permission')}
                nodes={permissionChoices}
                value={numberOf(entered.permission ?? '')}
                onSelect={(id) => setValue('permission', tagAt(id), { shouldTouch: true, shouldValidate: true })}
                isOff={isArea}
                isClearable={type === 'C'}
                placeholder={entered.permission || t(type === 'F' ? 'choice.none' : 'menu.permissionNone')}
              />
            )}
          </Field>
        )}
        <InputField {...input('sort')} label={t('record.sort')} hint={t('record.sortHint')} inputMode="numeric" />
        {isPage && !isShown && (
          <InputField {...input('activeMenu')} label={t('menu.activeMenu')} hint={t('menu.activeMenuHint')} isCode />
        )}
      </div>
      {type !== 'F' && (
        <CheckField
          label={t('menu.visibleField')}
          isChecked={isShown}
          onCheck={(isChecked) => setValue('visible', isChecked ? '0' : '1')}
          {...fieldProps('visible', (value) => yesOrNo(value !== '1'))}
        />
      )}
      {isPage && (
        <CheckField
          label={t('menu.keepAlive')}
          isChecked={!entered.noCache}
          onCheck={(isChecked) => setValue('noCache', !isChecked)}
          {...fieldProps('noCache', (value) => yesOrNo(!value))}
        />
      )}
      <MenuPreview
        type={type}
        title={entered.title}
        titleEn={entered.titleEn ?? ''}
        icon={entered.icon ?? ''}
        above={titlesTo(tree, parent)}
        isLink={isLink}
        isShown={isShown}
      />
      <RecordFooter {...dialog} isBusy={formState.isSubmitting} />
    </form>
  )
}

function defaultsOf(menu: MenuDetail | undefined, tree: readonly Menu[], parentId: number) {
  const isBelowPage = titlesTo(tree, parentId).length > 0 && !parentsFor('C', tree, undefined, '').mayHold(parentId)
  return {
    parentId: menu?.parentId ?? parentId,
    menuType: menu?.menuType ?? (isBelowPage ? ('F' as const) : ('C' as const)),
    title: menu?.title ?? '',
    titleEn: menu?.titleEn ?? '',
    menuName: menu?.menuName ?? '',
    icon: menu?.icon ?? '',
    path: menu?.path ?? '',
    component: menu?.menuType === 'C' ? menu.component : '',
    visible: menu && menu.visible !== '0' ? ('1' as const) : ('0' as const),
    noCache: menu?.noCache ?? false,
    permission: menu?.permission ?? '',
    sort: menu?.sort ?? lastBelow(tree, parentId),
    activeMenu: menu?.activeMenu ?? '',
  }
}

type CheckFieldProps = ComponentProps<typeof FieldConflict> & {
  isChecked: boolean
  onCheck: (isChecked: boolean) => void
}

/** A checkbox that takes effect when the form is saved. */
const CheckField = ({ isChecked, onCheck, ...field }: CheckFieldProps) => (
  <>
    <label className="row menu-check">
      <input type="checkbox" checked={isChecked} onChange={(event) => onCheck(event.target.checked)} />
      {field.label}
    </label>
    <FieldConflict {...field} />
  </>
)
