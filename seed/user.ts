import { ADMIN_ROLE_KEY } from '#shared/constants'

/** The company of the simulator that stands in for WeCom. */
export const DEMO_CORP_ID = 'caliper-demo'

/** Accounts of the demo, in the order in which they are offered. `memberId` is who they are in that company. */
export const demoUsers = [
  { username: 'admin', nickName: '管理员', roleKeys: [ADMIN_ROLE_KEY], memberId: 'guan.li' },
  { username: 'inspector', nickName: '检验员小李', roleKeys: ['inspector'], memberId: 'li.jian' },
  { username: 'approver', nickName: '审批人老王', roleKeys: ['approver', 'inspector'], memberId: 'wang.shen' },
  { username: 'viewer', nickName: '访客', roleKeys: ['viewer'], memberId: 'fang.ke' },
]

/** Works there as well, and has no account here. */
export const colleagueWithoutAccount = { memberId: 'xin.ren', nickName: '新同事小陈' }
