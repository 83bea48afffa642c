import { sql } from 'drizzle-orm'
import type { Status } from '#shared/constants'
import type { Columns } from '../../platform/tables/columns'

export function dictionaryTables(k: Columns) {
  const dictTypes = k.table(
    'sys_dict_type',
    {
      id: k.id(),
      dictName: k.text('dict_name').notNull(),
      /** English name; may be empty. */
      dictNameEn: k.text('dict_name_en').notNull().default(''),
      dictType: k.text('dict_type').notNull(),
      status: k.text('status').$type<Status>().notNull(),
      remark: k.text('remark').notNull().default(''),
      remarkEn: k.text('remark_en').notNull().default(''),
      createdAt: k.time('created_at').notNull(),
      updatedAt: k.time('updated_at').notNull(),
    },
    (t) => [k.unique('sys_dict_type_key').on(sql`lower(${t.dictType})`)],
  )
  /** The values of a type. They refer to the type by its text: clients know no id. */
  const dictData = k.table(
    'sys_dict_data',
    {
      dictCode: k.id('dict_code'),
      dictType: k.text('dict_type').notNull(),
      dictLabel: k.text('dict_label').notNull(),
      /** English label; empty if it is the same word. */
      dictLabelEn: k.text('dict_label_en').notNull().default(''),
      dictValue: k.text('dict_value').notNull(),
      dictSort: k.int('dict_sort').notNull().default(0),
      status: k.text('status').$type<Status>().notNull(),
      cssClass: k.text('css_class').notNull().default(''),
      /** The tone of its label. */
      listClass: k.text('list_class').notNull().default(''),
      isDefault: k.text('is_default').notNull().default(''),
      defaultValue: k.text('default_value').notNull().default(''),
      remark: k.text('remark').notNull().default(''),
      createdAt: k.time('created_at').notNull(),
      updatedAt: k.time('updated_at').notNull(),
    },
    (t) => [
      k.unique('sys_dict_data_value').on(t.dictType, t.dictValue),
      k.index('sys_dict_data_sort').on(t.dictType, t.dictSort, t.dictCode),
    ],
  )
  return { dictTypes, dictData }
}
