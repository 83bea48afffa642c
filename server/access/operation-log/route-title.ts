import { text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import { isResourceName, resourceTitles } from '#shared/resource-names'
import { qcRouteTitles } from './qc-route-titles'

type Route = { resource: string; summary: string }

/** What a route is for, in the language of who reads it. The code says it in English. */
export const routeTitle = ({ resource, summary }: Route, locale: Locale): string =>
  locale === 'zh' ? (special[summary] ?? regular(resource, summary) ?? summary) : summary

/** What a resource is called, in the language of who reads it. */
export const moduleTitle = (resource: string, locale: Locale): string =>
  isResourceName(resource) ? text(locale, resourceTitles[resource]) : (locale === 'zh' && modules[resource]) || resource

/** Resources that nobody changes as an operator: the operation log needs no words for them. */
const modules: Readonly<Record<string, string>> = {
  login: '登录',
  wechat: '企业微信登录',
  setup: '首次设置',
  health: '健康检查',
  file: '文件',
  'error-log': '错误上报',
}

/** Routes that do to their resource what routes of others do to theirs. */
const regularTitles: readonly [RegExp, (subject: string) => string][] = [
  [/^List /, (subject) => `查询${subject}列表`],
  [/^One /, (subject) => `查看${subject}`],
  [/^Create /, (subject) => `新建${subject}`],
  [/^Change /, (subject) => `修改${subject}`],
  [/^Delete /, (subject) => `删除${subject}`],
  [/^Bring back deleted /, (subject) => `恢复已删除的${subject}`],
  [/^Enable or disable /, (subject) => `启用或停用${subject}`],
  [/^Export /, (subject) => `导出${subject}`],
  [/^Import /, (subject) => `导入${subject}`],
  [/^An empty sheet of /, (subject) => `${subject}导入模板`],
]

function regular(resource: string, summary: string): string | undefined {
  if (!isResourceName(resource)) return undefined
  const [, title] = regularTitles.find(([pattern]) => pattern.test(summary)) ?? []
  return title?.(text('zh', resourceTitles[resource]))
}

const special: Readonly<Record<string, string>> = {
  ...qcRouteTitles,
  'A new QR code to bind your own account with': '获取绑定本人账号的二维码',
  'A new QR code to sign in with': '获取登录二维码',
  'A new captcha': '获取验证码',
  'Act as one of your roles, or as all of them, under a new token': '切换当前角色',
  'All departments that the filters find, as a tree': '查询部门树',
  'All dictionaries, to choose from': '字典类型选项',
  'All menu entries, and those of a role; role 0 is one not made yet': '角色的菜单权限选项',
  'An uploaded picture': '查看上传的图片',
  'Bind a user to a member, or to nobody': '设置用户的企业微信绑定',
  'Bind your own account to the member who was proposed': '绑定本人的企业微信',
  'Change or move a department': '修改或移动部门',
  'Change the own password; ends all other sessions of the operator': '修改本人密码',
  'Change the own record': '修改个人资料',
  'Change the user who is named in the body': '修改用户（编号在请求体中）',
  'Delete records for good': '彻底删除记录',
  'Delete the whole operation log, but for the traces of such deletions': '清空操作日志',
  'End own sessions': '结束本人的会话',
  'End sessions of any user': '结束用户的会话',
  'End your own binding': '解除本人的企业微信绑定',
  'Figures of the dashboard, as far as the operator may see them': '首页数据',
  'Give a route of the server a title': '修改接口名称',
  'Give a user another password to be changed at the next sign-in; ends their sessions': '重置用户密码',
  'How far an attempt by QR code is': '二维码登录的进度',
  'How the server does': '查看服务监控',
  'List deleted records that you may bring back': '查询回收站列表',
  'List the open sessions of all users': '查询会话列表',
  'Make the first administrator, with the token of the set-up link': '创建首个管理员',
  'Put a backup in the place of an empty installation: the file is the body, the token of the set-up link X-Setup-Token':
    '用备份恢复空安装',
  'Put a job under the clock': '启动定时任务',
  'Put the children of a menu entry into an order': '调整菜单顺序',
  'Put the departments below one into an order, or move them there': '调整部门顺序',
  'Remove the own picture': '移除本人头像',
  'Roles and posts to choose from': '用户可选的角色和岗位',
  'Run a job now': '立即运行定时任务',
  'Save system settings; they count from the next request': '保存系统设置',
  'Set the own picture: JPEG, PNG or WebP': '更换本人头像',
  'Set which rows the holders of a role work with': '设置角色的数据范围',
  'Settings of the front end, for anyone': '公开的参数',
  'Sign in': '登录',
  'Sign in with what WeCom has answered': '企业微信登录',
  'Sign out': '退出登录',
  'Swap the token for a new one': '更换令牌',
  'Take a job from the clock': '停止定时任务',
  'The answer of the phone that scanned a QR code': '手机扫码的结果',
  'The departments that a record can be put into': '部门选项',
  'The departments to choose for a role, and those it has': '角色的数据范围部门选项',
  'The entries of a dictionary, to choose from': '字典数据选项',
  'The figures of the server, as Prometheus reads them': '读取运行指标',
  'The menu as a tree, with all types': '查询菜单树',
  'The menu of the signed-in operator': '本人的菜单',
  'The own open sessions, those used last first': '本人的会话列表',
  'The own record, roles and posts': '查看个人资料',
  'The process can serve: its database answers': '服务就绪检查',
  'The process lives': '服务存活检查',
  'The sign-in log of the own account': '本人的登录日志',
  'The signed-in operator': '当前用户信息',
  'The system settings, by key': '查看系统设置',
  'The value of a parameter': '按键名读取参数',
  'Upload a picture for a logo: JPEG, PNG or WebP': '上传标志图片',
  'What administrators have to see to': '查看需要处理的事项',
  'What became of scheduled jobs, the latest first': '定时任务运行记录',
  'Whether a token is that of the set-up link, before a form is filled in': '检查设置链接',
  'Who has answered; nothing is bound yet': '查询绑定的扫码结果',
  'Write a run-time error of the client to the log': '上报页面运行错误',
  'Your own binding to WeCom': '查看本人的企业微信绑定',
}
