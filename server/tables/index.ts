import { apiTitleTables } from './api-title'
import { bindingTables } from './binding'
import type { Columns } from './columns'
import { configTables } from './config'
import { departmentTables } from './department'
import { dictionaryTables } from './dictionary'
import { fileTables } from './file'
import { idempotencyTables } from './idempotency'
import { jobTables } from './job'
import { loginLogTables } from './login-log'
import { menuTables } from './menu'
import { operationTables } from './operation'
import { postTables } from './post'
import { qcAuditTables } from './qc-audit'
import { qcEquipmentTables } from './qc-equipment'
import { qcFeedTables } from './qc-feed'
import { qcInstrumentTables } from './qc-instrument'
import { qcLimitTables } from './qc-limit'
import { qcLotTables } from './qc-lot'
import { qcProductTables } from './qc-product'
import { qcQrTables } from './qc-qr'
import { qcRecordTables } from './qc-record'
import { qcSignalTables } from './qc-signal'
import { qcTemplateTables } from './qc-template'
import { roleTables } from './role'
import { seedTables } from './seed'
import { sessionTables } from './session'
import { trashTables } from './trash'
import { userTables } from './user'

/** Everything that is stored, written once for both dialects. */
export function tables(k: Columns) {
  const menu = menuTables(k)
  const department = departmentTables(k)
  const post = postTables(k)
  const role = roleTables(k, { ...menu, ...department })
  const user = userTables(k, { ...role, ...department, ...post })
  const product = qcProductTables(k)
  const master = { ...product, ...qcEquipmentTables(k, product), ...qcLotTables(k, product) }
  const template = qcTemplateTables(k, product)
  const record = qcRecordTables(k, { ...master, ...template })
  const limit = qcLimitTables(k, { ...master, ...template, ...record })
  return {
    ...configTables(k),
    ...dictionaryTables(k),
    ...menu,
    ...department,
    ...post,
    ...role,
    ...user,
    ...sessionTables(k, user, role),
    ...loginLogTables(k),
    ...operationTables(k),
    ...bindingTables(k, user),
    ...fileTables(k, user),
    ...idempotencyTables(k, user),
    ...trashTables(k),
    ...jobTables(k),
    ...apiTitleTables(k),
    ...master,
    ...template,
    ...record,
    ...limit,
    ...qcSignalTables(k, { ...product, ...template, ...record, ...limit }),
    ...qcFeedTables(k, product),
    ...qcInstrumentTables(k, product),
    ...qcAuditTables(k),
    ...qcQrTables(k, product),
    ...seedTables(k),
  }
}
export type Tables = ReturnType<typeof tables>
