import type { Columns } from './platform/tables/columns'
import { seedTables } from './platform/tables/seed'
import { apiTokenTables } from './access/api-token/table'
import { idempotencyTables } from './access/crud/idempotency-table'
import { departmentTables } from './access/department/table'
import { fileTables } from './access/files/table'
import { loginLogTables } from './access/login/sign-in-log-table'
import { menuTables } from './access/menu/table'
import { operationTables } from './access/operation-log/table'
import { postTables } from './access/post/table'
import { roleTables } from './access/role/table'
import { sessionTables } from './access/session/table'
import { trashTables } from './access/trash/table'
import { userTables } from './access/user/table'
import { viewTables } from './access/view/table'
import { bindingTables } from './access/wecom/table'
import { apiTitleTables } from './admin/api/table'
import { configTables } from './admin/config/table'
import { dictionaryTables } from './admin/dictionary/table'
import { jobTables } from './admin/job/table'
import { qcAssignmentTables } from './qc/assignment/table'
import { qcAuditTables } from './qc/audit/table'
import { qcEquipmentTables } from './qc/equipment/table'
import { qcFeedTables } from './qc/feed/table'
import { qcQrTables } from './qc/label/table'
import { qcAnnotationTables } from './qc/annotation/table'
import { qcLimitTables } from './qc/limit/table'
import { qcMentionTables } from './qc/mention/table'
import { qcLotTables } from './qc/lot/table'
import { qcNotificationTables } from './qc/notification/table'
import { qcProductTables } from './qc/product/table'
import { qcRecordTables } from './qc/record/table'
import { qcSignalTables } from './qc/signal/table'
import { qcTemplateTables } from './qc/template/table'

/** All tables, written once for both dialects. */
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
    ...apiTokenTables(k, product),
    ...loginLogTables(k),
    ...operationTables(k),
    ...bindingTables(k, user),
    ...fileTables(k, user),
    ...viewTables(k, { ...user, ...role }),
    ...idempotencyTables(k, user),
    ...trashTables(k),
    ...jobTables(k),
    ...apiTitleTables(k),
    ...master,
    ...template,
    ...record,
    ...limit,
    ...qcAnnotationTables(k, record),
    ...qcSignalTables(k, { ...product, ...template, ...record, ...limit }),
    ...qcAssignmentTables(k),
    ...qcMentionTables(k, record),
    ...qcFeedTables(k, product),
    ...qcNotificationTables(k),
    ...qcAuditTables(k),
    ...qcQrTables(k, product),
    ...seedTables(k),
  }
}
export type Tables = ReturnType<typeof tables>
