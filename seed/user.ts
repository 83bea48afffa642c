import { ADMIN_ROLE_KEY } from '#shared/constants'

/** Accounts of the demo, in the order in which they are offered. */
export const demoUsers = [
  { username: 'admin', nickName: '管理员', roleKeys: [ADMIN_ROLE_KEY] },
  { username: 'inspector', nickName: '检验员小李', roleKeys: ['inspector'] },
  { username: 'approver', nickName: '审批人老王', roleKeys: ['approver'] },
  { username: 'viewer', nickName: '访客', roleKeys: ['viewer'] },
]
