/** The data of the benchmark of analysis: long histories of single characteristics, written past the application. */
import Database from 'better-sqlite3'
import { dayOf } from '#server/qc/chart/series'
import { openStore } from '#server/platform/store/index'
import { databasePath } from '#server/platform/store/sqlite/file'
import { baseColumns, dice, END, into, publishOne, valueColumns, type Plant } from './records-data'

const SPAN_MS = 3 * 365 * 86_400_000
const DECIMALS = 4

/** A characteristic, and the number of values it has, so many in each record. */
export type History = {
  name: string
  values: number
  size: number
  templateId: number
  versionId: number
  itemId: number
  itemKey: string
}

/** A template with one charted item for each length and size of subgroups. */
export async function foundHistories(
  dataDir: string,
  { productId }: Plant,
  kinds: readonly { values: number; size: number }[],
): Promise<History[]> {
  const store = await openStore({ dataDir, databaseUrl: undefined })
  const histories = await store.tx(async (db) => {
    const made: History[] = []
    for (const [n, { values, size }] of kinds.entries()) {
      const { templateId, versionId, items } = await publishOne(store, db, productId, 100 + n, size, DECIMALS)
      const { itemId, itemKey } = items[0]!
      const name = `${values >= 1e6 ? `${values / 1e6}M` : `${values / 1000}k`} values by ${size}`
      made.push({ name, values, size, templateId, versionId, itemId, itemKey })
    }
    return made
  })
  await store.close()
  return histories
}

/** Opens the database for records to be added, each as the application would have left it: values, and its day told. */
export function recordWriter(dataDir: string, { equipmentIds, shiftIds, lotIds, operators, productId }: Plant) {
  const sqlite = new Database(databasePath(dataDir))
  sqlite.pragma('synchronous = OFF')
  sqlite.pragma('busy_timeout = 5000')
  const insertBase = into(sqlite, 'qc_value_base', baseColumns)
  const insertValue = into(sqlite, 'qc_value', valueColumns)
  const tellDay = sqlite.prepare(
    'insert into qc_chart_day values (?, ?, 1) on conflict do update set revision = revision + 1',
  )
  const last = sqlite.prepare('select coalesce(max(qc_value_base_id), 0) from qc_value_base').pluck()
  const roll = dice(7)
  const pick = <One>(of: readonly One[]) => of[Math.floor(roll() * of.length)]!
  const bell = () => roll() + roll() + roll() + roll() - 2

  function add({ templateId, versionId, itemId, itemKey, size }: History, qcValueBaseId: number, at: number) {
    const operator = pick(operators)
    insertBase({
      qcValueBaseId,
      recordNo: `B-${qcValueBaseId}`,
      productId,
      templateId,
      versionId,
      lotId: pick(lotIds),
      equipmentId: pick(equipmentIds),
      shiftId: pick(shiftIds),
      businessDay: new Date(at).toISOString().slice(0, 10),
      operatorId: operator.userId,
      operatorName: operator.name,
      deptId: operator.deptId,
      createBy: operator.userId,
      signLevels: 1,
      inspectedAt: at,
      tzMin: 480,
      source: 'manual',
      status: 'submitted',
      judgement: 'OK',
      firstJudgement: 'OK',
      ngItems: 0,
      warnItems: 0,
      missingItems: 0,
      rev: 1,
      lockVersion: 1,
      submittedAt: at,
      submittedBy: operator.userId,
      voidReason: '',
      contentAt: at,
      remark: '',
      createdAt: at,
      updatedAt: at,
    })
    for (let sampleNo = 1; sampleNo <= size; sampleNo++) {
      const num = Number((10 + bell() * 0.16).toFixed(DECIMALS))
      const judged = { judgement: Math.abs(num - 10) > 0.3 ? 'NG' : 'OK', confirmed: false, corrected: false }
      const entered = { state: 'present', raw: String(num), num, enteredBy: operator.userId, enteredAt: at }
      insertValue({ qcValueBaseId, itemId, itemKey, sampleNo, ...entered, ...judged })
    }
  }

  return {
    /** All records of a history, over three years. */
    fill: sqlite.transaction((history: History) => {
      const records = history.values / history.size
      const from = last.get() as number
      const days = new Set<number>()
      for (let n = 0; n < records; n++) {
        const at = END - Math.floor(((records - n) / records) * SPAN_MS)
        add(history, from + n + 1, at)
        days.add(dayOf(at))
      }
      for (const day of days) tellDay.run(history.templateId, day)
    }),
    /** One more record, now. */
    addOne: sqlite.transaction((history: History, at: number) => {
      add(history, (last.get() as number) + 1, at)
      tellDay.run(history.templateId, dayOf(at))
    }),
    close() {
      sqlite.pragma('analysis_limit = 1000')
      sqlite.exec('analyze')
      sqlite.close()
    },
  }
}
