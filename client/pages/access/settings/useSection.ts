import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { SystemSettings } from '#shared/admin/config'
import { settingOf, type SettingKey } from '#shared/access/settings-catalogue'
import { z } from '#shared/zod'
import { saveSystemSettings } from '../../../api/access/system-settings'
import { settleForm } from '../../../ui/form/settle-form'
import { useUnsaved } from '../../../ui/tab'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { settingsQuery } from './query'

type Schema = z.ZodType<SystemSettings, SystemSettings>
export type Section = { keys: readonly SettingKey[]; schema: Schema }

/** The settings of a section, each with its schema. Call it outside of components. */
export function sectionOf(...keys: SettingKey[]): Section {
  const shape = Object.fromEntries(keys.map((key) => [key, settingOf(key).form]))
  return { keys, schema: z.object(shape) as unknown as Schema } // a section registers only its own keys
}

/**
 * The form of a section. Only changed settings are saved, since another operator may change the others. On a conflict
 * both values are shown.
 * @param onSaved awaited after saving
 */
export function useSection({ keys, schema }: Section, saved: SystemSettings, onSaved?: () => Promise<unknown>) {
  const queries = useQueryClient()
  const [isSaved, setIsSaved] = useState(false)
  const ownIn = (values: SystemSettings) => Object.fromEntries(keys.map((key) => [key, values[key]])) as SystemSettings // as in the schema
  const form = useSchemaForm(schema, {
    record: saved,
    defaults: (values) => ownIn(values ?? saved),
    async save(entered, change) {
      const sent = structuredClone(form.getValues())
      await saveSystemSettings(change)
      settleForm(form, sent, entered)
      setIsSaved(true)
      await Promise.all([onSaved?.(), queries.invalidateQueries(settingsQuery)])
    },
  })
  const { isDirty } = form.formState
  useUnsaved(isDirty)

  const takeOver = useEffectEvent(() => {
    if (!isDirty) form.refill(saved)
  })
  useEffect(() => takeOver(), [saved])

  function discard() {
    form.discard()
    setIsSaved(false)
  }
  return { ...form, isSaved, discard }
}
