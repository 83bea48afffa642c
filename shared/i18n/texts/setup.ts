/** Texts of the set-up page about restoring; loaded with that part of the page. */
export const setupTexts = {
  'setup.restore': ['从备份恢复', 'Restore a backup'],
  'setup.restoreIntro': [
    '选择备份文件（caliper-….tar.gz）。备份会先完整检查，再成为这里的数据；之后用备份中的账号登录。',
    'Choose a backup file (caliper-….tar.gz). It is checked completely before it replaces the data; then sign in with an account from the backup.',
  ],
  'setup.restoreFile': ['选择备份文件', 'Choose a backup'],
  'setup.sending': ['正在上传 {name}', 'Sending {name}'],
  'setup.checking': ['正在检查 {name}，大的备份需要几分钟', 'Checking {name}; a large backup takes some minutes'],
  'setup.restoredFrom': [
    '已恢复 {time} 的备份：{users} 个用户，{records} 条检验记录。请登录。',
    'The backup of {time} was restored: {users} {users|user|users}, {records} {records|record|records}. Sign in.',
  ],
} as const
