import { and, eq } from 'drizzle-orm'
import { statuses, yesNo } from '#shared/constants'
import type { Dialect, Store, Writer } from '#server/platform/store/index'
import type { Once } from '../once'
import { qcDictionaries } from '../qc/dictionary'
import type { DictSeed, Words } from './dict-seed'

const [yes, no] = yesNo

/** The remark of dictionaries without use in the pages of this product. */
const forOthers: Words = [
  '供其他客户端读取，本系统的页面不使用',
  'Read by other clients; the pages of this system do not use it',
]

/** Dictionaries for clients of the API family, two of which this product's pages also read; then this product's own. */
const dictionaries: DictSeed[] = [
  {
    dictType: 'sys_normal_disable',
    name: ['系统开关', 'Switch'],
    remark: forOthers,
    entries: [
      [statuses.on, '正常', 'ok', 'Normal'],
      [statuses.off, '停用', 'pending', 'Disabled'],
    ],
  },
  {
    dictType: 'sys_user_sex',
    name: ['用户性别', 'Sex of a user'],
    remark: ['用户和个人资料中的性别', 'The sex in users and profiles'],
    entries: [
      ['0', '男', '', 'Male'],
      ['1', '女', '', 'Female'],
      ['2', '未知', '', 'Unknown'],
    ],
  },
  {
    dictType: 'sys_show_hide',
    name: ['菜单状态', 'Menu visibility'],
    remark: forOthers,
    entries: [
      ['0', '显示', 'ok', 'Shown'],
      ['1', '隐藏', 'pending', 'Hidden'],
    ],
  },
  {
    dictType: 'sys_yes_no',
    name: ['系统是否', 'Yes or no'],
    remark: forOthers,
    entries: [
      [yes, '是', 'ok', 'Yes'],
      [no, '否', 'pending', 'No'],
    ],
  },
  {
    dictType: 'sys_job_status',
    name: ['任务状态', 'Job status'],
    remark: forOthers,
    entries: [
      [statuses.on, '正常', 'ok', 'Normal'],
      [statuses.off, '停用', 'pending', 'Disabled'],
    ],
  },
  {
    dictType: 'sys_job_group',
    name: ['任务分组', 'Job groups'],
    remark: ['定时任务的分组', 'Groups of scheduled jobs'],
    entries: [
      ['DEFAULT', '默认', '', 'Default'],
      ['SYSTEM', '系统', '', 'System'],
    ],
  },
  {
    dictType: 'sys_common_status',
    name: ['系统状态', 'System status'],
    remark: forOthers,
    entries: [
      [statuses.on, '正常', 'ok', 'Normal'],
      [statuses.off, '关闭', 'ng', 'Closed'],
    ],
  },
  {
    dictType: 'sys_oper_type',
    name: ['操作类型', 'Kinds of operations'],
    remark: forOthers,
    entries: [
      ['1', '新增', 'info', 'Add'],
      ['2', '修改', 'info', 'Change'],
      ['3', '删除', 'ng', 'Delete'],
      ['4', '授权', 'approval', 'Grant'],
      ['5', '导出', 'warn', 'Export'],
      ['6', '导入', 'warn', 'Import'],
      ['7', '强退', 'ng', 'End sessions'],
      ['8', '生成代码', 'warn', 'Generate code'],
      ['9', '清空数据', 'ng', 'Clear data'],
      ['10', '查询', 'info', 'Query'],
      ['11', '登录', 'ok', 'Sign in'],
      ['12', '其他', 'pending', 'Other'],
    ],
  },
  {
    dictType: 'sys_notice_type',
    name: ['通知类型', 'Kinds of notices'],
    remark: forOthers,
    entries: [
      ['1', '通知', 'warn', 'Notice'],
      ['2', '公告', 'info', 'Announcement'],
    ],
  },
  {
    dictType: 'sys_notice_status',
    name: ['通知状态', 'Notice status'],
    remark: forOthers,
    entries: [
      [statuses.on, '正常', 'ok', 'Normal'],
      [statuses.off, '关闭', 'ng', 'Closed'],
    ],
  },
  {
    dictType: 'sys_content_status',
    name: ['内容状态', 'Content status'],
    remark: forOthers,
    entries: [
      [statuses.on, '正常', 'ok', 'Normal'],
      [statuses.off, '停用', 'pending', 'Disabled'],
    ],
  },
  ...qcDictionaries,
]

/** Seeds each dictionary with its entries once, unless an operator has created one of this type. */
export async function seedDictionaries({ t }: Dialect, db: Writer, once: Once) {
  const { now } = once
  const stamps = { status: statuses.on, createdAt: now, updatedAt: now }
  for (const { dictType, name, remark, entries } of dictionaries) {
    const [dictName, dictNameEn] = name
    const values = { dictType, dictName, dictNameEn, remark: remark[0], remarkEn: remark[1], ...stamps }
    await once(`dictionary ${dictType}`, async () => {
      const [created] = await db.insert(t.dictTypes).values(values).onConflictDoNothing().returning()
      if (!created) return
      await db.insert(t.dictData).values(
        entries.map(([dictValue, dictLabel, listClass = '', dictLabelEn = ''], dictSort) => {
          return { ...stamps, dictType, dictValue, dictLabel, dictLabelEn, dictSort, listClass }
        }),
      )
    })
  }
  await once('dictionary labels in English', () => labelInEnglish(t, db))
  await once('dictionary names in English', () => nameInEnglish(t, db))
}

/** Sets English names of dictionaries in older databases, unless an operator has changed the Chinese text. */
async function nameInEnglish({ dictTypes }: Store['t'], db: Writer) {
  for (const {
    dictType,
    name: [dictName, dictNameEn],
    remark: [remark, remarkEn],
  } of dictionaries) {
    const of = eq(dictTypes.dictType, dictType)
    await db
      .update(dictTypes)
      .set({ dictNameEn })
      .where(and(of, eq(dictTypes.dictName, dictName), eq(dictTypes.dictNameEn, '')))
    await db
      .update(dictTypes)
      .set({ remarkEn })
      .where(and(of, eq(dictTypes.remark, remark), eq(dictTypes.remarkEn, '')))
  }
}

/** Sets English labels of entries in older databases, unless an operator has changed the Chinese label. */
async function labelInEnglish({ dictData }: Store['t'], db: Writer) {
  for (const entry of await db.select().from(dictData).where(eq(dictData.dictLabelEn, ''))) {
    const ours = dictionaries.find(({ dictType }) => dictType === entry.dictType)
    const [, , , dictLabelEn] =
      ours?.entries.find(([value, label]) => value === entry.dictValue && label === entry.dictLabel) ?? []
    if (!dictLabelEn) continue
    await db.update(dictData).set({ dictLabelEn }).where(eq(dictData.dictCode, entry.dictCode))
  }
}
