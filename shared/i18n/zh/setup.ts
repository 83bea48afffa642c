/** What the set-up page says of restoring; it comes with that part of the page. */
export const setupZh = {
  'setup.restore': '从备份恢复',
  'setup.restoreIntro':
    '选择备份文件（caliper-….tar.gz）。备份会先完整检查，再成为这里的数据；之后用备份中的账号登录。',
  'setup.restoreFile': '选择备份文件',
  'setup.sending': '正在上传 {name}',
  'setup.checking': '正在检查 {name}，大的备份需要几分钟',
  'setup.restoredFrom': '已恢复 {time} 的备份：{users} 个用户，{records} 条检验记录。请登录。',
} as const
