import { and, eq } from 'drizzle-orm'
import { statuses, yesNo } from '#shared/constants'
import type { Dialect, Store, Writer } from '#server/platform/store/index'
import type { Once } from '../once'
import { qcDictionaries } from '../qc/dictionary'
import type { DictSeed } from './dict-seed'

const [yes, no] = yesNo

/** Tells an administrator that changing it changes nothing on the pages of this product. */
const forOthers = {
  remark: '供其他客户端读取，本系统的页面不使用',
  remarkEn: 'Read by other clients; the pages of this system do not use it',
}

/** Dictionaries that clients of the API family ask for, of which the pages of this product read two; then its own. */
const dictionaries: DictSeed[] = [
  {
    dictType: 'sys_normal_disable',
    dictName: '系统开关',
    dictNameEn: 'Switch',
    ...forOthers,
    entries: [
      [statuses.on, '正常', 'ok', 'Normal'],
      [statuses.off, '停用', 'pending', 'Disabled'],
    ],
  },
  {
    dictType: 'sys_user_sex',
    dictName: '用户性别',
    dictNameEn: 'Sex of a user',
    remark: '用户和个人资料中的性别',
    remarkEn: 'The sex in users and profiles',
    entries: [
      ['0', '男', '', 'Male'],
      ['1', '女', '', 'Female'],
      ['2', '未知', '', 'Unknown'],
    ],
  },
  {
    dictType: 'sys_show_hide',
    dictName: '菜单状态',
    dictNameEn: 'Menu visibility',
    ...forOthers,
    entries: [
      ['0', '显示', 'ok', 'Shown'],
      ['1', '隐藏', 'pending', 'Hidden'],
    ],
  },
  {
    dictType: 'sys_yes_no',
    dictName: '系统是否',
    dictNameEn: 'Yes or no',
    ...forOthers,
    entries: [
      [yes, '是', 'ok', 'Yes'],
      [no, '否', 'pending', 'No'],
    ],
  },
  {
    dictType: 'sys_job_status',
    dictName: '任务状态',
    dictNameEn: 'Job status',
    ...forOthers,
    entries: [
      [statuses.on, '正常', 'ok', 'Normal'],
      [statuses.off, '停用', 'pending', 'Disabled'],
    ],
  },
  {
    dictType: 'sys_job_group',
    dictName: '任务分组',
    dictNameEn: 'Job groups',
    remark: '定时任务的分组',
    remarkEn: 'Groups of scheduled jobs',
    entries: [
      ['DEFAULT', '默认', '', 'Default'],
      ['SYSTEM', '系统', '', 'System'],
    ],
  },
  {
    dictType: 'sys_common_status',
    dictName: '系统状态',
    dictNameEn: 'System status',
    ...forOthers,
    entries: [
      [statuses.on, '正常', 'ok', 'Normal'],
      [statuses.off, '关闭', 'ng', 'Closed'],
    ],
  },
  {
    dictType: 'sys_oper_type',
    dictName: '操作类型',
    dictNameEn: 'Kinds of operations',
    ...forOthers,
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
    dictName: '通知类型',
    dictNameEn: 'Kinds of notices',
    ...forOthers,
    entries: [
      ['1', '通知', 'warn', 'Notice'],
      ['2', '公告', 'info', 'Announcement'],
    ],
  },
  {
    dictType: 'sys_notice_status',
    dictName: '通知状态',
    dictNameEn: 'Notice status',
    ...forOthers,
    entries: [
      [statuses.on, '正常', 'ok', 'Normal'],
      [statuses.off, '关闭', 'ng', 'Closed'],
    ],
  },
  {
    dictType: 'sys_content_status',
    dictName: '内容状态',
    dictNameEn: 'Content status',
    ...forOthers,
    entries: [
      [statuses.on, '正常', 'ok', 'Normal'],
      [statuses.off, '停用', 'pending', 'Disabled'],
    ],
  },
  ...qcDictionaries,
]

/** Each dictionary with its entries, as far as no earlier start has made it and nobody has made one of its type. */
export async function seedDictionaries({ t }: Dialect, db: Writer, once: Once) {
  const now = Date.now()
  const stamps = { status: statuses.on, createdAt: now, updatedAt: now }
  for (const { entries, ...type } of dictionaries) {
    await once(`dictionary ${type.dictType}`, async () => {
      const values = { ...type, ...stamps }
      const [made] = await db.insert(t.dictTypes).values(values).onConflictDoNothing().returning()
      if (!made) return
      const { dictType } = type
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

/** Dictionaries of databases that are older than their English names, unless somebody has written something else by now. */
async function nameInEnglish({ dictTypes }: Store['t'], db: Writer) {
  for (const { dictType, dictName, dictNameEn, remark, remarkEn } of dictionaries) {
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

/** Entries of databases that are older than English labels, unless somebody calls them otherwise by now. */
async function labelInEnglish({ dictData }: Store['t'], db: Writer) {
  for (const entry of await db.select().from(dictData).where(eq(dictData.dictLabelEn, ''))) {
    const ours = dictionaries.find(({ dictType }) => dictType === entry.dictType)
    const [, , , dictLabelEn] =
      ours?.entries.find(([value, label]) => value === entry.dictValue && label === entry.dictLabel) ?? []
    if (!dictLabelEn) continue
    await db.update(dictData).set({ dictLabelEn }).where(eq(dictData.dictCode, entry.dictCode))
  }
}
