import { ADMIN_ROLE_KEY } from '#shared/constants'
import type { PostCode } from './post'

/** The company of the WeCom simulator. */
export const DEMO_CORP_ID = 'caliper-demo'

/** A workplace: a department of the plant by its name, and a post by its code. */
export type Place = { deptName: string; postCode: PostCode; phone: string; email: string }

const at = (deptName: string, postCode: PostCode, phone: string, mail: string): Place => ({
  deptName,
  postCode,
  phone: `1380000${phone}`,
  email: `${mail}@caliper.example`,
})

/** Accounts of the demo, in the order of the login page. `memberId` is their WeCom member. */
export const demoUsers = [
  {
    username: 'admin',
    nickName: '管理员',
    roleKeys: [ADMIN_ROLE_KEY],
    memberId: 'guan.li',
    place: at('信息部', 'IT', '0105', 'admin'),
  },
  {
    username: 'inspector',
    nickName: '检验员小李',
    roleKeys: ['inspector'],
    memberId: 'li.jian',
    place: at('过程检验组', 'QC', '0111', 'inspector'),
  },
  {
    username: 'approver',
    nickName: '批准人老王',
    roleKeys: ['inspector', 'approver'],
    memberId: 'wang.shen',
    place: at('质量部', 'QM', '0112', 'approver'),
  },
  {
    username: 'viewer',
    nickName: '访客',
    roleKeys: ['viewer'],
    memberId: 'fang.ke',
    place: at('过程检验组', 'PE', '0113', 'viewer'),
  },
]

/** A WeCom member without an account. */
export const colleagueWithoutAccount = { memberId: 'xin.ren', nickName: '新同事小陈' }
